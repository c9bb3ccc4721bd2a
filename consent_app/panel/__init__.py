"""The panel: the pages on which people sign in and run their workspaces.

It is the first client of the API and has no other source of data. The server sends an empty HTML
page and the modules, joined into a few files. ``assets/routes.js`` is the only list of pages.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Add the pages and their modules, unless ``consent.panel_pages`` is off."""
    from consent_app.panel.views import IsPanelPage

    if not config.registry.application.settings.panel_pages:
        return
    config.add_route_predicate("panel_page", IsPanelPage)
    config.add_route("panel.module", "/panel/{digest}/{name:.+}")
    config.add_route("panel.preview", "/panel/preview")
    # Last of all: it matches every path that the list of pages has.
    # Not "*path": Pyramid splits that, and keeps the parts of what strangers ask for.
    config.add_route("panel.page", "/{path:.*}", panel_page=True)
    config.register_views("consent_app.panel.views")
