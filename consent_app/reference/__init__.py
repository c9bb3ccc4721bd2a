"""The API's reference and the guides, rendered from openapi.yaml and docs/.

Everywhere, unless ``consent.reference_pages`` is off. Each page is made when it is first asked for
and kept: neither the document nor a guide changes while a process lives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


ROUTES = (
    ("reference.contents", "/docs/"),
    ("reference.contents_without_slash", "/docs"),
    ("reference.operations", "/docs/api/{tag}"),
    ("reference.guides", "/docs/guides/"),
    ("reference.guides_without_slash", "/docs/guides"),
    ("reference.guide", "/docs/guides/{name}"),
)


def includeme(config: Configurator) -> None:
    """Add the pages, unless the owner has switched them off."""
    from consent_app.reference.library import Library

    registry = config.registry
    if registry.application.settings.reference_pages:
        registry.reference = Library(registry.application.settings, lambda: registry.api.document)
        for name, pattern in ROUTES:
            config.add_route(name, pattern)
        config.register_views("consent_app.reference.views")
