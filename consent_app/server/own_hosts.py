"""A development server answers only its own hosts, and only clients on this machine.

It has demo pages, everybody's mail and development keys. A web page whose name resolves to
127.0.0.1 (DNS rebinding) is recognised by the ``Host`` header, and another machine by its address.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Iterable
from typing import Any
from urllib.parse import urlsplit

import orjson

from consent_app.errors import Forbidden
from consent_app.server.logs import WSGIApp
from consent_app.settings import Settings
from consent_app.settings.exposure import is_loopback

_PROBLEM = "application/problem+json"


def own_hosts(app: WSGIApp, settings: Settings) -> WSGIApp:
    """Return ``app``, refusing requests for another host or from another machine."""
    hosts = {
        (urlsplit(origin).hostname or "").lower()
        for origin in (settings.public_origin, settings.base_url, settings.workspace_origin)
    }
    below = (urlsplit(settings.workspace_origin.replace("{slug}", "slug")).hostname or "").lower()
    suffix = below.removeprefix("slug")

    def is_own(host: str) -> bool:
        return host in hosts or is_loopback(host) or (suffix[:1] == "." and host.endswith(suffix))

    def guarded(environ: dict[str, Any], start_response: Any) -> Iterable[bytes]:
        if not _is_near(environ.get("REMOTE_ADDR", "")):
            return _refuse(start_response, "requests from its own machine")
        if not is_own(_host(environ.get("HTTP_HOST", ""))):
            return _refuse(start_response, "requests for its own hosts")
        return app(environ, start_response)

    return guarded


def _host(header: str) -> str:
    try:
        return (urlsplit(f"//{header}").hostname or "").lower().rstrip(".")
    except ValueError:
        return ""


def _is_near(address: str) -> bool:
    # A Unix socket has no address.
    if not address:
        return True
    try:
        parsed = ipaddress.ip_address(address.partition("%")[0])
    except ValueError:
        return False
    mapped = getattr(parsed, "ipv4_mapped", None)
    return bool((mapped or parsed).is_loopback)


def _refuse(start_response: Any, reason: str) -> list[bytes]:
    detail = f"A development server only answers {reason}."
    body = orjson.dumps(
        {
            "type": "about:blank",
            "title": Forbidden.title,
            "status": Forbidden.status,
            "detail": detail,
            "code": Forbidden.code,
        }
    )
    headers = [("Content-Type", _PROBLEM), ("Content-Length", str(len(body)))]
    start_response("403 Forbidden", [*headers, ("Cache-Control", "no-store")])
    return [body]
