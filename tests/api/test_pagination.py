"""Lists in pages: the Link header."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

from consent_app.api.pagination import next_link
from consent_app.http.request import Request


def test_the_next_page_keeps_the_query_and_moves_the_cursor() -> None:
    request: Any = Request.blank("/v1/things?q=a%20b%26c&cursor=old&tag=x&tag=y")
    request.app = SimpleNamespace(settings=SimpleNamespace(base_url="https://api.example"))
    assert next_link(request, cursor="new", limit=100) == {
        "Link": "<https://api.example/v1/things?q=a+b%26c&tag=x&tag=y&limit=100&cursor=new>;"
        ' rel="next"'
    }
    request = Request.blank("/v1/things?limit=5")
    request.app = SimpleNamespace(settings=SimpleNamespace(base_url="https://api.example"))
    link = next_link(request, cursor="new", limit=100)["Link"]
    assert link == '<https://api.example/v1/things?limit=5&cursor=new>; rel="next"'
