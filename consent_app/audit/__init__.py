"""The audit log: who did what, when, from where as a keyed hash, and with which outcome.

Shared by all features, it knows none of them.
"""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view that reads it."""
    config.scan("consent_app.audit.views")
