"""A small application over its own document (traps.yaml), for what the HTTP layer must handle."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from pyramid.config import Configurator
from pyramid.router import Router
from pyramid.security import Allowed

from consent_app.api.configuration import include_api
from consent_app.application import Application
from consent_app.composition import build_application
from consent_app.errors import Unauthenticated
from consent_app.settings import new_secret_key, read_settings

TRAPS = Path(__file__).with_name("traps.yaml")


def make_application(folder: Path, **settings: str) -> Application:
    options = {
        "var_dir": str(folder),
        "database_url": f"sqlite:///{folder}/site.sqlite",
        "secret_keys": new_secret_key(),
        "public_origin": "https://consent.example",
        "workspace_origin": "https://{slug}.consent.example",
        "trusted_proxies": "10.0.0.0/8",
        "smtp_url": "smtp://127.0.0.1:9",
    } | settings
    return build_application(
        read_settings({f"consent.{name}": value for name, value in options.items()}, {})
    )


class BearerPolicy:
    """Knows one credential."""

    def identity(self, request: Any) -> str | None:
        return "me" if request.headers.get("Authorization") == "Bearer right" else None

    def authenticated_userid(self, request: Any) -> str | None:
        return self.identity(request)

    def permits(self, request: Any, context: Any, permission: str) -> Any:
        if permission == "public" or self.identity(request):
            return Allowed("fine")
        raise Unauthenticated

    def remember(self, request: Any, userid: str, **kwargs: Any) -> list[tuple[str, str]]:
        return []

    def forget(self, request: Any, **kwargs: Any) -> list[tuple[str, str]]:
        return []


def make_site(application: Application) -> Router:
    """Make the application."""
    config = Configurator()
    config.registry.application = application
    config.set_security_policy(BearerPolicy())
    include_api(config, TRAPS)
    config.register_views("tests.support.small_service.site_views")
    config.add_rate_limit("visitors", 3, per_seconds=60)
    config.add_visitor_origin_check(
        lambda request: request.headers["Origin"] == f"https://{request.matchdict['word']}.example"
    )
    return config.make_wsgi_app()
