"""Plans and the demo."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.scan("consent_app.billing.views")
