"""What a person opens in a browser.

The pages that mails link to and the API's reference are everywhere, unless the owner switches them
off. The start page, the
demo shop and the mailbox are for development: production registers no route of theirs.
"""

from __future__ import annotations

from pyramid.config import Configurator

from consent_app.pages.routes import ACCOUNT_ROUTES, ASSETS, DEVELOPMENT_ROUTES, REFERENCE_ROUTES


def includeme(config: Configurator) -> None:
    """Add the pages that the settings ask for."""
    settings = config.registry.application.settings
    routes: list[tuple[str, str]] = []
    if settings.account_pages:
        routes += ACCOUNT_ROUTES
        config.scan("consent_app.pages.account_views")
    if settings.reference_pages:
        routes += REFERENCE_ROUTES
        config.scan("consent_app.pages.reference_views")
    if settings.development:
        routes += DEVELOPMENT_ROUTES
        config.scan("consent_app.pages.views")
    if routes:
        routes.append(ASSETS)
        config.scan("consent_app.pages.asset_views")
    for name, pattern in routes:
        config.add_route(name, pattern)
