"""What a workspace sets: its name, how long it keeps receipts, and what of a visitor.

Apart from ``workspaces``, because the shortest retention follows from the regions of its domains.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views."""
    config.register_views("consent_app.workspace_settings.views")
