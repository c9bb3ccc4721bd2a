"""The tags in a page's HTML as served. None of its scripts is run.

lxml reads it as a stream of tags, without building a tree. It reads no further than a page nests
elements too deeply: for each unmatched end tag, libxml2 looks through all open elements, so a
hostile page of 1 MB would take a minute instead of a second.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from urllib.parse import parse_qs, urlsplit

from lxml import etree

# Their content is text, or not part of the page.
_NOT_THE_PAGE = frozenset(
    {"textarea", "template", "title", "noscript", "noframes", "noembed", "xmp", "iframe", "svg"}
)


MAX_DEPTH = 2000
"""More than any page needs, though libxml2 nests elements that browsers do not, such as ``wbr``."""

CHUNK = 8192
"""A collector's exception ends the parser after the bytes that it was given at once."""

SCRIPT = "/banner.js"
"""How the address of the banner script ends. Other scripts may name a domain of their own in it."""


@dataclass(slots=True)
class Tags:
    """The tags that can prove a domain: scripts that name one, and meta tags of the head."""

    scripts: list[tuple[str, str]] = field(default_factory=list)
    """The domain and ``src`` of each: ``data-domain``, or else the address's ``domain``."""
    metas: list[tuple[str, str]] = field(default_factory=list)
    """``name`` and ``content`` of each."""


class _TooDeepError(ValueError):
    pass


class _Collector:
    """lxml's parser target."""

    def __init__(self) -> None:
        self.tags = Tags()
        self._depth = 0
        self._outside: list[str] = []
        self._body = False

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        self._depth += 1
        if self._depth > MAX_DEPTH:
            raise _TooDeepError
        if tag in _NOT_THE_PAGE:
            self._outside.append(tag)
        if self._outside:
            return
        if tag == "body":
            self._body = True
        elif tag == "script":
            source = attributes.get("src") or ""
            domain = attributes.get("data-domain") or _domain_of(source)
            if domain is not None:
                self.tags.scripts.append((domain, source))
        elif tag == "meta" and not self._body and attributes.get("name"):
            self.tags.metas.append((attributes["name"], attributes.get("content") or ""))

    def end(self, tag: str) -> None:
        self._depth -= 1
        if self._outside and self._outside[-1] == tag:
            self._outside.pop()

    def data(self, data: str) -> None:
        """Ignore text."""

    def close(self) -> Tags:
        return self.tags


def _domain_of(source: str) -> str | None:
    try:
        address = urlsplit(source.strip())
        names = parse_qs(address.query).get("domain") if address.path.endswith(SCRIPT) else None
    except ValueError:
        return None
    return names[0] if names else None


def read_tags(body: bytes) -> Tags:
    """Return the tags of a page. Never fails: any bytes are a page, possibly without tags."""
    parser = etree.HTMLParser(target=_Collector(), recover=True, no_network=True, huge_tree=False)
    collector: _Collector = parser.target
    try:
        for start in range(0, len(body), CHUNK):
            parser.feed(body[start : start + CHUNK])
        parser.close()
    except (etree.LxmlError, ValueError):
        # Use the part that was read before the page broke off.
        pass
    return collector.tags
