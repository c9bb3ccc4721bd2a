"""What the audit log has about one's own account."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view that reads it."""
    config.scan("consent_app.audit.views")
