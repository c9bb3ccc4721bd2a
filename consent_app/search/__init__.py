"""Finding the things of a workspace by a few letters: domains, members, receipts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view."""
    config.register_views("consent_app.search.views")
