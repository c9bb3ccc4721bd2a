"""Publishing a banner, and what visitors load of it."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.scan("consent_app.banners.views")
