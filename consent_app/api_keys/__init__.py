"""API keys, with which a workspace's own systems read from the API."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, emails and limit."""
    from consent_app.api_keys.mails import API_KEY_CREATED, API_KEY_LEAKED

    for template in (API_KEY_CREATED, API_KEY_LEAKED):
        config.add_mail_template(template)
    config.add_rate_limit("leaks", 60, per_seconds=60)
    config.register_views("consent_app.api_keys.views")
