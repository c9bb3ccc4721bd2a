"""Every page of the reference, by following links."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urljoin

from webtest import TestApp


def crawled(pages: TestApp) -> dict[str, str]:
    """Return the HTML of each page, by its path."""
    pages_by_path: dict[str, str] = {}
    waiting = ["/docs/"]
    while waiting:
        path = waiting.pop()
        if path in pages_by_path:
            continue
        pages_by_path[path] = pages.get(path, status=200).text
        links = (urldefrag(urljoin(path, item))[0] for item in links_of(pages_by_path[path]))
        waiting += [link for link in links if link.startswith("/docs/")]
    return pages_by_path


def links_of(html: str) -> list[str]:
    """Return the addresses of a page's links, as they are written."""
    return re.findall(r'<a [^>]*href="([^"]+)"', html)
