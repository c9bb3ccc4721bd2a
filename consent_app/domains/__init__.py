"""Domains: hostnames, the unit that a plan bills, and the compliance score."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, and read the Public Suffix List at start."""
    from consent_app.domains.hostname import load_suffixes

    load_suffixes()
    config.scan("consent_app.domains.views")
    config.scan("consent_app.domains.group_views")
