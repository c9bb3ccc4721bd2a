"""Unsubscribing from notification emails, without an account: links, and the suppression list."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views and limit."""
    # Mailbox providers call for many of their users from few addresses.
    config.add_rate_limit("unsubscribing", 600, per_seconds=60)
    config.register_views("consent_app.unsubscription.views")
