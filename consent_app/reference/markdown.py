"""Markdown as HTML: CommonMark with tables; HTML in it is escaped.

Headings get the anchors that GitHub gives them. The caller decides where a link leads, and a
code span that names an operation, or a page of docs/, becomes a link to it.
"""

from __future__ import annotations

import itertools
import re
from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

if TYPE_CHECKING:
    from markdown_it.token import Token

_COMMENT = re.compile(r"^<!--.*?-->\n", re.MULTILINE | re.DOTALL)
_OPERATION = re.compile(r"(GET|POST|PUT|PATCH|DELETE) (/\S*)")
_GUIDE = re.compile(r"docs/[\w-]+\.md")
_EXTERNAL = re.compile(r"(?:https?|mailto):")


@dataclass(frozen=True, slots=True)
class Links:
    """The targets of links: ``target`` of a relative link, ``operation`` of a method and a path.

    Both return None if there is no target: the text then has no link.
    """

    target: Callable[[str], str | None]
    operation: Callable[[str, str], str | None]


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading: its level from 1, its anchor and its text."""

    level: int
    anchor: str
    text: str


@dataclass(frozen=True, slots=True)
class Rendered:
    """A text as HTML, and its headings in order."""

    html: Markup
    headings: tuple[Heading, ...]


def render(text: str, links: Links, *, shift: int = 0, prefix: str = "") -> Rendered:
    """Return a text as HTML; ``shift`` lowers its headings, ``prefix`` begins their anchors."""
    # Imported with the first page: few processes render one.
    from markdown_it import MarkdownIt

    parser = MarkdownIt("commonmark", {"html": False}).enable("table")
    tokens = parser.parse(_COMMENT.sub("", text))
    headings = _anchored(tokens, shift, prefix)
    for token in tokens:
        if token.type == "inline":
            token.children = list(_linked(token.children or [], links))
    _name_tables(tokens)
    parser.add_render_rule("table_open", _table_open)
    parser.add_render_rule("table_close", _table_close)
    html = parser.renderer.render(tokens, parser.options, {})
    return Rendered(Markup(html), tuple(headings))  # noqa: S704 - the parser escapes


def slug(text: str) -> str:
    """Return the anchor that GitHub gives a heading."""
    return re.sub(r"[^\w\- ]", "", text.strip().lower()).replace(" ", "-")


def _anchored(tokens: list[Token], shift: int, prefix: str) -> list[Heading]:
    headings: list[Heading] = []
    anchors: set[str] = set()
    for token, inner in itertools.pairwise(tokens):
        if token.type != "heading_open":
            continue
        text = "".join(
            child.content for child in inner.children or [] if child.type in ("text", "code_inline")
        )
        base, number = f"{prefix}{slug(text)}", 0
        while (anchor := f"{base}-{number}" if number else base) in anchors:
            number += 1
        anchors.add(anchor)
        token.attrSet("id", anchor)
        headings.append(Heading(int(token.tag[1]), anchor, text))
    for token in tokens:
        if token.type in ("heading_open", "heading_close"):
            token.tag = f"h{min(int(token.tag[1]) + shift, 6)}"
    return headings


def _linked(children: list[Token], links: Links) -> Iterable[Token]:
    is_open = dropped = False
    for token in children:
        if token.type == "link_open":
            target = _target(str(token.attrs["href"]), links)
            is_open, dropped = True, target is None
            if target is not None:
                token.attrs["href"] = target
                yield token
        elif token.type == "link_close":
            if not dropped:
                yield token
            is_open = dropped = False
        elif token.type == "code_inline" and not is_open:
            yield from _operation(token, links)
        else:
            yield token


def _target(href: str, links: Links) -> str | None:
    return href if _EXTERNAL.match(href) or href.startswith("#") else links.target(href)


def _operation(token: Token, links: Links) -> Iterable[Token]:
    from markdown_it.token import Token

    match = _OPERATION.fullmatch(token.content)
    target = links.operation(match[1], match[2]) if match else None
    if _GUIDE.fullmatch(token.content):
        target = links.target(token.content)
    if target is None:
        yield token
        return
    yield Token("link_open", "a", 1, attrs={"href": target})
    yield token
    yield Token("link_close", "a", -1)


def _name_tables(tokens: list[Token]) -> None:
    """Name each table by the heading above it, and by its number there."""
    heading, names = "", Counter[str]()
    for token, inner in itertools.pairwise(tokens):
        if token.type == "heading_open":
            heading = inner.content.replace("`", "")
        elif token.type == "table_open":
            names[heading] += 1
            number = f" {names[heading]}" if names[heading] > 1 else ""
            token.meta["name"] = f"Table{number}: {heading}" if heading else f"Table{number}"


# A wide table scrolls on its own, also with the keyboard.
def _table_open(self: Any, tokens: list[Token], index: int, *_: Any) -> str:
    name = escape(tokens[index].meta["name"])
    return f'<div class="wide" role="region" aria-label="{name}" tabindex="0"><table>\n'


def _table_close(*_: Any) -> str:
    return "</table></div>\n"
