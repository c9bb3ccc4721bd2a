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

# Each room is set up after those that it knows.
SHARED = ("api", "policy", "jobs", "mail", "health", "events")
FEATURES = (
    "workspaces",
    "sessions",
    "sign_in",
    "registration",
    "account",
    "oidc",
    "billing",
    "jurisdictions",
    "domains",
    "workspace_settings",
    "verification",
    "banners",
    "banner_script",
    "receipts",
    "retention",
    "exports",
    "statistics",
    "unsubscribing",
    "notifications",
    "search",
    "panel",
    "web",
    "reference",
)


def main(global_config: dict[str, str], **settings: str) -> Router:
    """Make the WSGI application of a PasteDeploy INI file's ``[app:main]`` section."""
    from consent_app.settings import read_settings

    return make_app(read_settings(settings))


def make_app(source: Settings | Application) -> Router:
    """Make the WSGI application over settings, or over an application that a test has prepared."""
    with _without_collecting():
        return _make_app(source)


@contextmanager
def _without_collecting() -> Iterator[None]:
    """Keep the garbage collector from looking, again and again, through what stays to the end.

    It takes a sixth of the time to start otherwise.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()


def _make_app(source: Settings | Application) -> Router:
    # Imported here: a command that serves nothing should not pay for the web framework.
    from pyramid.config import Configurator

    from consent_app.application import Application
    from consent_app.composition import build_application

    app = source if isinstance(source, Application) else build_application(source)
    config = Configurator()
    config.registry.application = app
    for room in SHARED + FEATURES:
        config.include(f"consent_app.{room}")
    router = config.make_wsgi_app()
    # Heard once, at start: what subscribes to Pyramid's events of a request would be lost.
    config.registry.has_listeners = False
    return router
