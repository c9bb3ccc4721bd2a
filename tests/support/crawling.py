"""Every page of the reference, by following links."""

from __future__ import annotations

import re
from urllib.parse import urldefrag, urljoin

from webtest import TestApp


def _crawled(pages: TestApp) -> dict[str, str]:
    values: dict[str, str] = {}
    waiting = ["/docs/"]
    while waiting:
        path = waiting.pop()
        if path in values:
            continue
        values[path] = pages.get(path, status=200).text
        links = (urldefrag(urljoin(path, item))[0] for item in _links(values[path]))
        waiting += [link for link in links if link.startswith("/docs/")]
    return values


def _links(html: str) -> list[str]:
    return re.findall(r'<a [^>]*href="([^"]+)"', html)
