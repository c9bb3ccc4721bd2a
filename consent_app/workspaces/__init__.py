"""Organizations, members and API keys."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.scan("consent_app.workspaces.views")
