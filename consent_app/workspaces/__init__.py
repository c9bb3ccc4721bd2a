"""Organizations, members and invitations."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, emails, limits and job."""
    from consent_app.workspaces import invitations
    from consent_app.workspaces.mails import INVITATION

    config.add_mail_template(INVITATION)
    day = 24 * 3600
    config.add_rate_limit("invitations", 50, per_seconds=day)
    config.add_rate_limit("invitations_by", 50, per_seconds=day)
    config.add_rate_limit("invitations_from", 100, per_seconds=day)
    config.add_rate_limit("invitations_to", 5, per_seconds=day)
    config.add_job_handler(invitations.PURGE, invitations.purge)
    config.add_periodic_job(invitations.PURGE, every_seconds=invitations.PURGE_EVERY_SECONDS)
    config.register_views("consent_app.workspaces.views")
