"""The document that the service publishes: compressed once, and served compressed to clients that
accept it."""

from __future__ import annotations

import gzip
from pathlib import Path

from webob import Request
from webtest import TestApp

from tests.support.harness import Harness


def test_the_document_is_served_packed_and_plain(
    harness: Harness, app: TestApp, project: Path
) -> None:
    document = (project / "openapi.yaml").read_bytes()
    plain = app.get("/openapi.yaml", status=200)
    assert plain.body == document
    assert plain.content_type == "text/yaml"
    # WebTest's own client unpacks.
    request = Request.blank("/openapi.yaml", headers={"Accept-Encoding": "gzip"})
    packed = request.get_response(harness.wsgi)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(packed.body) == document
    assert len(packed.body) < len(document) / 4
    assert packed.vary == plain.vary == ("Accept-Encoding",)
    for response, headers in ((plain, {}), (packed, {"Accept-Encoding": "gzip"})):
        conditional = {"If-None-Match": response.headers["ETag"], **headers}
        assert app.get("/openapi.yaml", headers=conditional, status=304).body == b""
