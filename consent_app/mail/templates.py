"""Mail templates: the text of each email, as blocks of a Jinja2 template in ``mail/texts``.

``texts/reset_password.j2`` contains the English text, each block a part of the email::

    {% block subject %}{% trans %}Reset your password{% endtrans %}{% endblock %}
    {% block paragraph_1 %}{% trans %}You forgot it at {{ site }}.{% endtrans %}{% endblock %}
    {% block action %}{% trans %}Set a new password{% endtrans %}{% endblock %}
    {% block closing_1 %}{% trans %}This link expires in 30 minutes.{% endtrans %}{% endblock %}

and the catalogues (``consent_app.translations``) have it in other languages. A room registers
``MailTemplate("reset_password", link="url")`` by ``config.add_mail_template`` when it is included.
``{{ site }}``, the host of the public origin, is always defined. The one layout (``layout.py``)
turns the blocks into plain text and HTML; parameters are escaped there, so any text is allowed.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from consent_app.mail.headers import printable
from consent_app.translations import language_of, template_environment

if TYPE_CHECKING:
    from jinja2 import Environment, Template

# A dot between two labels, in any script, or the beginning of a link. Some programs treat the dots
# of other scripts like a host's, and all show them alike.
_LINK = re.compile(r"\w[.\u3002\u2024\u06d4\u0701\u0702]\w|://|@|\bwww\b", re.IGNORECASE)
_INVISIBLE = ("Cf", "Mn", "Me")
_JOINT = re.compile(r"([.\uff0e\uff61\u3002\u2024\u06d4\u0701\u0702@])")
_WORD_JOINER = "\u2060"
CHOSEN_NAMES = frozenset({"workspace", "inviter", "key", "account", "device"})
"""The parameters that people chose. If one looks like a link, it is shown, but not as a link."""


@dataclass(frozen=True, slots=True)
class MailText:
    """An email in one language, with its parameters filled in.

    ``action`` labels the button that leads to the template's link, ``other_action`` the minor link
    at the end.
    """

    subject: str
    paragraphs: tuple[str, ...]
    action: str | None = None
    closing: tuple[str, ...] = ()
    other_action: str | None = None


@dataclass(frozen=True, slots=True)
class MailTemplate:
    """An email by name.

    ``link`` names the parameter with the button's address, if the email has a button, and
    ``other_link`` the one with the address of the minor link. ``lines`` names the parameter with
    the lines to list below the paragraphs. ``source`` is the template's text, if it is not in a
    file.

    The block ``neutral_subject`` replaces a subject whose parameters, names that people chose, look
    like a host or contain a link: otherwise anybody could have a link of their choice mailed to
    strangers.
    """

    name: str
    link: str | None = None
    lines: str | None = None
    other_link: str | None = None
    source: str | None = None

    def text(self, locale: str, params: Mapping[str, str]) -> tuple[str, MailText]:
        """Return the language chosen for ``locale`` (BCP 47) and the text in it.

        Raises KeyError for a missing parameter.
        """
        language = language_of(locale)
        values = {
            name: unlinked(value) if name in CHOSEN_NAMES else value
            for name, value in params.items()
        }
        blocks = _Blocks(_template(self.name, self.source, language), values)
        neutral = blocks.render("neutral_subject")
        used = _subject_params(self.name, self.source) if neutral is not None else frozenset()
        subject = blocks.render("subject") or ""
        if neutral is not None and any(looks_like_link(params[name]) for name in used):
            subject = neutral
        return language, MailText(
            subject=_one_line(subject),
            paragraphs=blocks.render_all("paragraph"),
            action=blocks.render("action"),
            closing=blocks.render_all("closing"),
            other_action=blocks.render("other_action"),
        )


class _Blocks:
    """The blocks of one template, filled with one email's parameters."""

    def __init__(self, template: Template, params: Mapping[str, str]) -> None:
        self._template = template
        self._context = template.new_context(dict(params))

    def render(self, name: str) -> str | None:
        """Return the block's text; None if the template does not have it."""
        from jinja2 import UndefinedError

        block = self._template.blocks.get(name)
        if block is None:
            return None
        try:
            return "".join(block(self._context))
        except UndefinedError as error:
            raise KeyError(error.message) from None

    def render_all(self, name: str) -> tuple[str, ...]:
        """Return the texts of the blocks ``name_1``, ``name_2`` and so on."""
        texts: list[str] = []
        while (text := self.render(f"{name}_{len(texts) + 1}")) is not None:
            texts.append(text)
        return tuple(texts)


def environment(language: str, *, html: bool = False) -> Environment:
    """Return the environment for rendering templates in a language.

    Plain text is not escaped. The layout escapes the HTML.
    """
    return template_environment("consent_app.mail", "texts", language, html=html)


@cache
def _template(name: str, source: str | None, language: str) -> Template:
    env = environment(language)
    return env.get_template(f"{name}.j2") if source is None else env.from_string(source)


@cache
def _subject_params(name: str, source: str | None) -> frozenset[str]:
    """Return the names of the parameters that the subject uses."""
    from jinja2 import nodes

    env = environment("en")
    if source is None:
        assert env.loader is not None
        source = env.loader.get_source(env, f"{name}.j2")[0]
    block = next(
        block for block in env.parse(source).find_all(nodes.Block) if block.name == "subject"
    )
    names = {node.name for node in block.find_all(nodes.Name)}
    return frozenset(names - {"gettext", "ngettext", "_"})


def looks_like_link(text: str) -> bool:
    """Return whether a mail program could take part of ``text`` for a host, a link or an
    address."""
    visible = "".join(
        char
        for char in unicodedata.normalize("NFKC", text)
        if unicodedata.category(char) not in _INVISIBLE
    )
    return any(_LINK.search(form) for form in (text, visible))


def unlinked(name: str) -> str:
    """Return ``name`` so that no mail program makes it a link: with a word joiner after each
    dot."""
    return _JOINT.sub(rf"\1{_WORD_JOINER}", name) if looks_like_link(name) else name


def _one_line(text: str) -> str:
    """Return ``text`` for a header: a parameter must not be able to start another header.

    The spaces that French has before a colon stay as they are.
    """
    return " ".join(word for word in printable(text).split(" ") if word)
