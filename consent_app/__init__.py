"""The open consent management service that companies run themselves."""

from __future__ import annotations

from pyramid.config import Configurator
from pyramid.router import Router

from consent_app.composition import build_application
from consent_app.runtime import Runtime
from consent_app.settings import Settings, read_settings

# Each room is set up after those that it knows.
SHARED = ("api", "policy", "jobs", "mail", "health", "audit")
FEATURES = (
    "workspaces",
    "sign_in",
    "billing",
    "domains",
    "banners",
    "receipts",
    "notifications",
    "search",
    "pages",
)


def main(global_config: dict[str, str], **settings: str) -> Router:
    """Make the WSGI application of a PasteDeploy ini file's ``[app:main]`` section."""
    return make_app(read_settings(settings))


def make_app(given: Settings | Runtime) -> Router:
    """Make the application over ``given``: settings, or a runtime that a test has prepared."""
    runtime = given if isinstance(given, Runtime) else build_application(given)
    config = Configurator()
    config.registry.runtime = runtime
    for room in SHARED + FEATURES:
        config.include(f"consent_app.{room}")
    return config.make_wsgi_app()
