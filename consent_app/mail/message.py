"""An email ready to be sent: headers, plain text and HTML, serialised here.

The standard library's ``email`` is not used (``headers.py`` says why).
"""

from __future__ import annotations

import binascii
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from email.utils import format_datetime
from urllib.parse import urlsplit

from consent_app.mail import layout
from consent_app.mail.headers import (
    AddressError,
    HeaderError,
    MailAddress,
    address,
    address_header,
    block,
    text_header,
)
from consent_app.mail.templates import MailTemplate
from consent_app.settings import PRODUCT_NAME, Branding, Settings
from consent_app.translations import translations

__all__ = [
    "AddressError",
    "HeaderError",
    "Letter",
    "Mail",
    "Origin",
    "Stamp",
    "Unsubscribe",
    "address",
    "compose",
]


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """How to leave a mailing list: the page for people, the address that accepts one POST (RFC
    8058), and the ``mailto:`` for programs that support neither. All are ASCII."""

    page: str
    one_click: str
    mailto: str


@dataclass(frozen=True, slots=True)
class Mail:
    """An email that is ready to be sent. ``content`` is all of it, with CRLF line breaks.

    ``sender`` and ``recipient`` are bare addresses. ``international`` means that one of them has
    letters beyond ASCII, which not every server accepts (RFC 6531).
    """

    id: str
    date: datetime
    sender: str
    recipient: str
    international: bool
    content: bytes = field(repr=False)


@dataclass(frozen=True, slots=True)
class Letter:
    """The recipient of an email, the language (a BCP 47 tag), and the template's parameters.

    ``params`` are left out of the representation, because links contain tokens.
    """

    to: str
    locale: str
    params: Mapping[str, str] = field(repr=False)


@dataclass(frozen=True, slots=True)
class Stamp:
    """The identity of an email, which stays the same if the email is sent twice.

    It is the part of the Message-ID before the ``@``, and the date, which is aware."""

    message_id: str
    date: datetime


@dataclass(frozen=True, slots=True)
class Origin:
    """The sender of emails: the ``From`` header, the site, and the operator's branding."""

    sender: str
    public_origin: str
    branding: Branding | None = None

    @property
    def product_name(self) -> str:
        """The service's name."""
        return PRODUCT_NAME if self.branding is None else self.branding.product_name

    @classmethod
    def of(cls, settings: Settings) -> Origin:
        """Return the origin for the settings."""
        return cls(settings.mail_from, settings.public_origin, settings.branding)


def compose(
    template: MailTemplate,
    letter: Letter,
    stamp: Stamp,
    origin: Origin,
    unsubscribe: Unsubscribe | None = None,
) -> Mail:
    """Return the email, ready to be sent or written to a file.

    Raises AddressError, HeaderError, and KeyError if a parameter of the template is missing.
    """
    language, content = _content(template, letter, origin, unsubscribe)
    sender, recipient = _sender(origin), address(letter.to)
    international = not f"{sender.addr_spec}{recipient.addr_spec}".isascii()
    boundary = f"=_{secrets.token_hex(16)}"
    headers = [
        ("From", address_header(sender)),
        # The bare address: anybody may have typed the name before it.
        ("To", recipient.addr_spec),
        ("Subject", text_header(content.text.subject)),
        ("Date", format_datetime(stamp.date)),
        ("Message-ID", f"<{stamp.message_id}@{sender.domain}>"),
        # RFC 3834: prevents out-of-office replies.
        ("Auto-Submitted", "auto-generated"),
        *_list_headers(unsubscribe),
        ("MIME-Version", "1.0"),
        ("Content-Type", f'multipart/alternative;\r\n boundary="{boundary}"'),
        ("Content-Language", language),
    ]
    return Mail(
        id=stamp.message_id,
        date=stamp.date,
        sender=sender.addr_spec,
        recipient=recipient.addr_spec,
        international=international,
        content=block(headers, international=international) + b"\r\n" + _body(boundary, content),
    )


def _body(boundary: str, content: layout.Content) -> bytes:
    return (
        _part(boundary, "plain", layout.render_text(content))
        + _part(boundary, "html", layout.render_html(content))
        + f"--{boundary}--\r\n".encode()
    )


def _sender(origin: Origin) -> MailAddress:
    sender = address(origin.sender)
    return sender if sender.display_name else replace(sender, display_name=origin.product_name)


def _content(
    template: MailTemplate, letter: Letter, origin: Origin, unsubscribe: Unsubscribe | None
) -> tuple[str, layout.Content]:
    """Return the language that the email is written in, and its bodies."""
    params = letter.params
    site = urlsplit(origin.public_origin).hostname or origin.public_origin
    language, text = template.text(letter.locale, {**params, "site": site})
    return language, layout.Content(
        text,
        language,
        site,
        product=origin.product_name,
        # A former release may have queued the email before its template had a button.
        link=params.get(template.link) if template.link is not None else None,
        lines=tuple(params[template.lines].splitlines()) if template.lines is not None else (),
        unsubscribe=unsubscribe.page if unsubscribe is not None else None,
        other_link=params[template.other_link] if template.other_link is not None else None,
        legal=_legal(origin.branding, language) if origin.branding is not None else (),
    )


def _list_headers(unsubscribe: Unsubscribe | None) -> list[tuple[str, str]]:
    if unsubscribe is None:
        return []
    # URLs may be longer than a line, and mailbox providers cannot read encoded ones.
    leaving = f"<{unsubscribe.one_click}>,\r\n <{unsubscribe.mailto}>"
    return [
        ("List-Unsubscribe", leaving),
        ("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"),
    ]


def _legal(branding: Branding, language: str) -> tuple[tuple[str, str], ...]:
    translate = translations(language).gettext
    links = (
        (translate("Imprint"), branding.imprint_url),
        (translate("Privacy"), branding.privacy_url),
        (translate("Terms"), branding.terms_url),
    )
    return tuple((label, address) for label, address in links if address is not None)


def _part(boundary: str, subtype: str, text: str) -> bytes:
    """Return one body. Quoted-printable passes through any relay unchanged, so that a DKIM
    signature stays valid. It cannot contain a boundary, since every equals sign is written as
    ``=3D``."""
    headers = block(
        [
            ("Content-Type", f'text/{subtype}; charset="utf-8"'),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ]
    )
    lines = "\n".join(text.splitlines()).encode("utf-8", "replace")
    body = binascii.b2a_qp(lines, istext=True).replace(b"\n", b"\r\n")
    return f"--{boundary}\r\n".encode() + headers + b"\r\n" + body + b"\r\n"
