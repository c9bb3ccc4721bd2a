"""What a person opens in a browser: the start page, the demo shop, the mailbox.

All of it is for development: production registers no route of this room and answers 404.
"""

from __future__ import annotations

from pyramid.config import Configurator

from consent_app.pages.routes import ROUTES


def includeme(config: Configurator) -> None:
    """Add the pages, in development alone."""
    if not config.registry.runtime.settings.development:
        return
    for name, pattern in ROUTES:
        config.add_route(name, pattern)
    config.scan("consent_app.pages.views")
