"""The reference and the guides: all pages exist, and no link is broken."""

from __future__ import annotations

import re
from urllib.parse import unquote, urldefrag, urljoin

import pytest
from webtest import TestApp

from consent_app.reference.guides import read_guides
from tests.support.crawling import crawled, links_of


def test_every_link_refers_to_an_existing_page_and_anchor(pages: TestApp) -> None:
    result = crawled(pages)
    assert {guide.path for guide in read_guides().values()} <= result.keys()
    broken = []
    for path, html in result.items():
        for link in links_of(html):
            target, anchor = urldefrag(urljoin(path, link))
            if target == "/openapi.yaml" or re.match(r"https?:|mailto:", target):
                continue
            if target not in result or (anchor and f'id="{unquote(anchor)}"' not in result[target]):
                broken.append(f"{path}: {link}")
    assert broken == []


@pytest.mark.parametrize(
    "path", ["/docs/api/unknown", "/docs/guides/architecture", "/docs/guides/..%2Fsecurity"]
)
def test_what_is_private_is_not_found(pages: TestApp, path: str) -> None:
    pages.get(path, status=404)
