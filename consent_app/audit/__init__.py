"""Reading the audit log: a workspace's events, and the security events of an account."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views."""
    config.register_views("consent_app.audit.views")
