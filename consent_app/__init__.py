"""The open consent management service that companies run themselves."""

from __future__ import annotations

import gc
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.router import Router

    from consent_app.application import Application
    from consent_app.settings import Settings

# Each room is set up after the rooms that it calls: the order of docs/architecture.md.
SHARED = ("api", "policy", "jobs", "mail", "health", "events")
FEATURES = (
    "workspaces",
    "api_keys",
    "sessions",
    "sign_in",
    "registration",
    "audit",
    "account",
    "oidc",
    "billing",
    "jurisdictions",
    "domains",
    "workspace_settings",
    "verification",
    "banner_script",
    "banners",
    "receipts",
    "recording",
    "retention",
    "exports",
    "statistics",
    "unsubscription",
    "notifications",
    "search",
    "panel",
    "web",
    "reference",
)


def main(global_config: dict[str, str], **settings: str) -> Router:
    """Return the WSGI application for the ``[app:main]`` section of a PasteDeploy INI file."""
    from consent_app.settings import read_settings

    return make_app(read_settings(settings))


def make_app(source: Settings | Application) -> Router:
    """Return the WSGI application for settings, or for an application that a test has prepared."""
    with _without_collecting():
        return _make_app(source)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Collect no garbage during the start, which takes a sixth longer otherwise: nearly all that it
    makes lives as long as the process."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _make_app(source: Settings | Application) -> Router:
    # Imported here, so that commands that serve nothing do not load the web framework.
    from pyramid.config import Configurator

    from consent_app.application import Application
    from consent_app.composition import build_application

    app = source if isinstance(source, Application) else build_application(source)
    config = Configurator()
    config.registry.application = app
    for room in SHARED + FEATURES:
        config.include(f"consent_app.{room}")
    app.bus.load()
    router = config.make_wsgi_app()
    # Added once, at start: subscribers to Pyramid's events would otherwise be lost.
    config.registry.has_listeners = False
    return router
