"""Domains: the sites of a workspace, their groups, settings, scans and stored scores."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views, and read the Public Suffix List at start."""
    from consent_app.net.hostname import load_suffixes

    load_suffixes()
    config.scan("consent_app.domains.views")
