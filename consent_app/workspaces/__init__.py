"""Organizations, members, invitations and API keys."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, mails and limits."""
    from consent_app.workspaces.mails import INVITATION

    config.add_mail_template(INVITATION)
    day = 24 * 3600
    config.add_rate_limit("invitations", 50, per_seconds=day)
    config.add_rate_limit("invitations_by", 50, per_seconds=day)
    config.add_rate_limit("invitations_from", 100, per_seconds=day)
    config.add_rate_limit("invitations_to", 5, per_seconds=day)
    config.scan("consent_app.workspaces.views")
    config.scan("consent_app.workspaces.people_views")
