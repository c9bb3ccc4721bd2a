"""Exports, over HTTP and as the server streams them."""

from __future__ import annotations

import gzip
import io
from typing import Any

from webtest import TestResponse

from tests.support.factories import Site, bearer
from tests.support.harness import Harness

PATH = "/v1/api/consent-events"
NDJSON = "application/x-ndjson"
NOTHING = {"analytics": False, "marketing": False, "preferences": False}


def export(site: Site, accept: str, **query: Any) -> TestResponse:
    headers = bearer(site.key) | {"Accept": accept}
    headers |= query.pop("headers", {})
    return site.panel.app.get(PATH, query, headers=headers, status=query.pop("status", 200))


def begin(harness: Harness, site: Site, **headers: str) -> tuple[str, dict[str, str], Any]:
    """Return the status, the headers and the raw stream, which WebTest would decompress."""
    environ = {
        "REQUEST_METHOD": "GET",
        "PATH_INFO": PATH,
        "QUERY_STRING": "",
        "SERVER_NAME": "localhost",
        "SERVER_PORT": "80",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "wsgi.url_scheme": "http",
        "wsgi.input": io.BytesIO(),
        "HTTP_ACCEPT": NDJSON,
        "HTTP_AUTHORIZATION": f"Bearer {site.key}",
        "REMOTE_ADDR": "127.0.0.1",
        **headers,
    }
    started: list[Any] = []
    body = harness.wsgi(environ, lambda *answer: started.append(answer))
    return started[0][0], dict(started[0][1]), body


def packed(harness: Harness, site: Site) -> tuple[dict[str, str], bytes]:
    _, headers, chunks = begin(harness, site, HTTP_ACCEPT_ENCODING="gzip")
    body = b"".join(chunks)
    chunks.close()
    return headers, gzip.decompress(body)
