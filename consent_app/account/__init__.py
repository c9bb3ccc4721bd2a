"""The caller's own account: profile, credentials, sessions, identities, and its deletion."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views and emails."""
    from consent_app.account import mails

    for template in mails.TEMPLATES:
        config.add_mail_template(template)
    config.register_views("consent_app.account.views")
