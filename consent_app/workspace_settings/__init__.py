"""What a workspace sets: its name, how long it keeps receipts, and what of a visitor.

Apart from ``workspaces``, because the shortest retention follows from the regions of its domains.
"""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.scan("consent_app.workspace_settings.views")
