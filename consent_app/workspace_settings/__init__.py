"""The settings of a workspace: its name, retention, and the data kept about visitors.

Apart from ``workspaces``, because the shortest retention follows from the regions of its domains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.register_views("consent_app.workspace_settings.views")
