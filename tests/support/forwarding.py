"""A WebTest client that forwards its requests to a live server over HTTP."""

from __future__ import annotations

import http.client
from collections.abc import Callable, Iterable
from typing import Any
from urllib.parse import urlsplit

from webtest import TestApp

from tests.support.secrecy import WATCH

# These headers belong to one connection and are not forwarded (RFC 9110 §7.6.1).
HOP_BY_HOP = frozenset({"connection", "keep-alive", "transfer-encoding"})


def live_client(url: str, address: str | None = None) -> TestApp:
    """Return a client of the server at ``url``, seen there as coming from ``address``."""
    parts = urlsplit(url)

    def forward(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        connection = http.client.HTTPConnection(parts.hostname or "", parts.port, timeout=60)
        headers = {
            name[5:].replace("_", "-"): value
            for name, value in environ.items()
            if name.startswith("HTTP_") and name != "HTTP_HOST"
        }
        headers |= {"Content-Type": type_} if (type_ := environ.get("CONTENT_TYPE")) else {}
        headers |= {"X-Forwarded-For": address} if address else {}
        target = environ["PATH_INFO"]
        target += f"?{query}" if (query := environ.get("QUERY_STRING")) else ""
        body = environ["wsgi.input"].read(int(environ.get("CONTENT_LENGTH") or 0))
        try:
            connection.request(environ["REQUEST_METHOD"], target, body, headers)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        kept = [item for item in answer.getheaders() if item[0].lower() not in HOP_BY_HOP]
        start_response(f"{answer.status} {answer.reason}", kept)
        return [content]

    return TestApp(WATCH.over(forward))
