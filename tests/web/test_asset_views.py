"""The files that pages load."""

from __future__ import annotations

import pytest
from webob import Request
from webtest import TestApp


@pytest.mark.parametrize(
    "path",
    [
        "/mailbox/unknown.eml",
        "/mailbox/..%2Fsecret_keys",
        "/mailbox/.eml",
        "/mailbox/a.eml%00",
        "/pages/shop.html",
        "/pages/..%2Fviews.py",
    ],
)
def test_no_other_file_can_be_read(app: TestApp, path: str) -> None:
    assert app.get(path, status=404).json["code"] == "not_found"


def test_an_asset_is_sent_compressed(app: TestApp) -> None:
    path = "/pages/reference.css"
    plain = Request.blank(path).get_response(app.app)
    packed = Request.blank(path, headers={"Accept-Encoding": "gzip"}).get_response(app.app)
    assert packed.headers["Content-Encoding"] == "gzip"
    assert packed.headers["Vary"] == plain.headers["Vary"] == "Accept-Encoding"
    assert len(packed.body) * 2 < len(plain.body)
    assert b".operation" in plain.body
