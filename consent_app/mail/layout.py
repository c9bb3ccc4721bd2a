"""The one layout of all emails: the same content as plain text and as HTML.

The HTML loads nothing: no images, fonts or stylesheets. Its link is also spelled out, for mail
programs that show no button.
"""

from __future__ import annotations

import textwrap
from dataclasses import dataclass
from functools import cache
from html import escape
from typing import TYPE_CHECKING, Any

from markupsafe import Markup

from consent_app.mail.templates import MailText, environment

if TYPE_CHECKING:
    from jinja2 import Template


@dataclass(frozen=True, slots=True)
class Content:
    """The content of an email, in one language.

    ``link`` is the button's address, ``other_link`` the one of the minor link at the end; ``lines``
    are listed below the paragraphs; ``unsubscribe`` is the page on which the recipient leaves the
    list; ``product`` is the service's name; ``legal`` are pairs of label and address.
    """

    text: MailText
    language: str
    site: str
    product: str
    link: str | None = None
    lines: tuple[str, ...] = ()
    unsubscribe: str | None = None
    other_link: str | None = None
    legal: tuple[tuple[str, str], ...] = ()


def render_text(content: Content) -> str:
    """Return the plain text. Lines are wrapped, and the link is on a separate line."""
    return _render(_text_layout(content.language), content)


def render_html(content: Content) -> str:
    """Return the HTML page, with all parameters escaped."""
    return _render(_html_layout(content.language), content)


def _render(layout: Template, content: Content) -> str:
    return layout.render({name: getattr(content, name) for name in Content.__slots__})


@cache
def _text_layout(language: str) -> Template:
    env = environment(language).overlay()
    env.filters = {**env.filters, "fill": lambda text: textwrap.fill(text, 76)}
    return env.get_template("layout.txt.j2")


@cache
def _html_layout(language: str) -> Template:
    env = environment(language, html=True).overlay(finalize=_escaped)
    return env.get_template("layout.html.j2")


def _escaped(value: Any) -> Any:
    """Escape like the standard library, with named entities for quotes."""
    return value if hasattr(value, "__html__") else Markup(escape(str(value)))  # noqa: S704 - it is escaped
