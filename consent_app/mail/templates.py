"""Mail templates: what a feature writes down for each of its mails, in every language.

A template is text alone, one ``MailText`` a language, with ``{name}`` where a parameter goes::

    CONFIRM = MailTemplate(
        name="confirm_address",
        link="url",
        texts={
            "en": MailText(
                subject="Please confirm your email address",
                paragraphs=("You registered at {site}.",),
                action="Confirm address",
                closing=("The link holds for 3 days.",),
            ),
            "de": …,
        },
    )

registered in the feature's ``includeme`` by ``config.add_mail_template(CONFIRM)``. ``{site}``, the
host of the public origin, is always there. The one layout (``layout.py``) makes plain text and HTML
of it; parameters are escaped there, so they may hold anything.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from string import Formatter

from consent_app.text import LOCALES

DEFAULT_LOCALE = LOCALES[0]

_parts = Formatter().parse
# A dot between two labels, in whatever script they and it are written; or what begins a link.
_LINK = re.compile(r"\w[.\u3002\u2024]\w|://|@|\bwww\b", re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class MailText:
    """A mail in one language.

    ``action`` labels the button that leads to the template's link, ``other_action`` the lesser link
    at the end.
    ``neutral_subject`` stands in for a subject whose parameters, names that people chose, look like
    a host or hold a link: a subject is no place for what somebody wants strangers to open.
    """

    subject: str
    paragraphs: tuple[str, ...]
    action: str | None = None
    closing: tuple[str, ...] = ()
    other_action: str | None = None
    neutral_subject: str | None = None

    def filled(self, params: Mapping[str, str]) -> MailText:
        """Return the text with ``params`` in their places. Raises KeyError for one not given."""
        subject = self.subject
        if self.neutral_subject is not None and any(
            looks_like_link(params[name]) for _, name, _, _ in _parts(subject) if name is not None
        ):
            subject = self.neutral_subject
        return MailText(
            subject=_one_line(subject.format_map(params)),
            paragraphs=tuple(text.format_map(params) for text in self.paragraphs),
            action=self.action.format_map(params) if self.action is not None else None,
            closing=tuple(text.format_map(params) for text in self.closing),
            other_action=self.other_action,
        )


@dataclass(frozen=True, slots=True)
class MailTemplate:
    """A mail by name. ``link`` is the parameter that the button's address is in, if it has one,
    ``other_link`` that of the lesser link; ``lines`` the one whose lines are listed below the
    paragraphs.
    """

    name: str
    texts: Mapping[str, MailText]
    link: str | None = None
    lines: str | None = None
    other_link: str | None = None

    def __post_init__(self) -> None:
        if DEFAULT_LOCALE not in self.texts:
            raise ValueError(f"The mail template {self.name} has no {DEFAULT_LOCALE} text.")

    def text(self, locale: str) -> tuple[str, MailText]:
        """Return the language chosen for ``locale`` (BCP 47) and the text in it.

        ``de-AT`` gets ``de``; a language that is not there gets the default one.
        """
        language = locale.replace("_", "-").partition("-")[0].lower()
        if language not in self.texts:
            language = DEFAULT_LOCALE
        return language, self.texts[language]


def looks_like_link(text: str) -> bool:
    """Whether a mail program could take a part of ``text`` for a host, a link or an address."""
    return _LINK.search(unicodedata.normalize("NFKC", text)) is not None


def _one_line(text: str) -> str:
    """Return ``text`` fit for a header: what a parameter brought along cannot begin another one."""
    return " ".join("".join(char if char.isprintable() else " " for char in text).split())
