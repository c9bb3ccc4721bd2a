"""Pages that are made once and kept."""

from __future__ import annotations

import gzip
from typing import Any

import markdown_it
import pytest
from webob import Request
from webtest import TestApp


def test_a_page_loads_only_its_own_files_and_is_cached(pages: TestApp) -> None:
    path, packed = "/docs/api/domains", {"Accept-Encoding": "gzip"}
    first = Request.blank(path, headers=packed).get_response(pages.app)
    policy = first.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert first.headers["Content-Encoding"] == "gzip"
    assert gzip.decompress(first.body) == pages.get(path, status=200).body
    assert pages.get(path).headers["ETag"] != first.headers["ETag"]
    pages.get(path, headers={**packed, "If-None-Match": first.headers["ETag"]}, status=304)


@pytest.mark.parametrize("path", ["/docs/", "/docs/guides/security", "/docs/api/domains"])
def test_a_page_is_rendered_once_however_often_strangers_request_it(
    pages: TestApp, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    first = pages.get(path, status=200).body

    def refuse(*values: Any) -> None:
        raise AssertionError("Markdown was rendered again")

    monkeypatch.setattr(markdown_it, "MarkdownIt", refuse)
    assert pages.get(path, status=200).body == first
