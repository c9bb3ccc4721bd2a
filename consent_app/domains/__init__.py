"""Domains: the sites of a workspace, their groups, settings, scans and stored scores."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views, and read the Public Suffix List at start."""
    from consent_app.net.hostname import load_suffixes

    load_suffixes()
    config.register_views("consent_app.domains.views")
