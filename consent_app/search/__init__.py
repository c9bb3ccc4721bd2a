"""Searching the domains, members and receipts of a workspace."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view."""
    config.register_views("consent_app.search.views")
