"""Pages for people.

The pages that emails link to are in every environment, unless the operator switches them off. The
start page, the demo shop and the mailbox exist in development only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


ACCOUNT_ROUTES = (
    ("pages.unsubscribe", "/unsubscribe"),
    ("pages.confirm", "/confirm"),
    ("pages.disown", "/disown"),
    ("pages.reset", "/reset"),
    ("pages.checkout_done", "/checkout/done"),
    ("pages.checkout_cancelled", "/checkout/cancelled"),
)
"""The targets of emails' links and of checkouts, unless ``consent.account_pages`` is off."""

DEVELOPMENT_ROUTES = (
    ("pages.home", "/"),
    ("pages.demo", "/demo/"),
    ("pages.demo_without_slash", "/demo"),
    ("pages.mailbox", "/mailbox/"),
    ("pages.mailbox_without_slash", "/mailbox"),
    ("pages.mail", "/mailbox/{name}"),
)

ASSETS = ("pages.asset", "/pages/{name}")


def includeme(config: Configurator) -> None:
    """Add the pages that the settings ask for."""
    settings = config.registry.application.settings
    routes: list[tuple[str, str]] = []
    if settings.account_pages:
        routes += ACCOUNT_ROUTES
        config.register_views("consent_app.web.account_views")
    if settings.development:
        routes += DEVELOPMENT_ROUTES
        config.register_views("consent_app.web.development_views")
    if routes or settings.panel_pages or settings.reference_pages:
        routes.append(ASSETS)
        config.register_views("consent_app.web.asset_views")
        config.include("consent_app.web.not_found_views")
    for name, pattern in routes:
        config.add_route(name, pattern)
