"""A mail as it is sent: headers, plain text and HTML, serialised here.

The standard library's ``email`` has no part in it (``headers.py`` says why).
"""

from __future__ import annotations

import binascii
import secrets
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from email.utils import format_datetime
from urllib.parse import urlsplit

from consent_app.mail import layout
from consent_app.mail.headers import (
    AddressError,
    HeaderError,
    address,
    address_header,
    block,
    text_header,
)
from consent_app.mail.templates import MailTemplate
from consent_app.settings import Branding
from consent_app.translations import translations

__all__ = ["AddressError", "HeaderError", "Mail", "Unsubscribe", "address", "compose"]


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """How to leave the list that a mail was sent to: the page for people, the address that takes
    one POST (RFC 8058), and the ``mailto:`` for those who know neither. All are ASCII.
    """

    page: str
    one_click: str
    mailto: str


@dataclass(frozen=True, slots=True)
class Mail:
    """A mail that is ready to go. ``content`` is all of it, with CRLF line ends.

    ``sender`` and ``recipient`` are addresses alone; ``international`` says that one of them holds
    other letters than ASCII's, which not every server takes (RFC 6531).
    """

    id: str
    date: datetime
    sender: str
    recipient: str
    international: bool
    content: bytes = field(repr=False)


def compose(
    template: MailTemplate,
    *,
    sender: str,
    to: str,
    locale: str,
    params: Mapping[str, str],
    message_id: str,
    date: datetime,
    public_origin: str,
    unsubscribe: Unsubscribe | None = None,
    branding: Branding | None = None,
) -> Mail:
    """Return the mail, fit to be sent or written to a file.

    ``message_id`` is the part before the ``@``, ``date`` aware. Raises AddressError, HeaderError,
    and KeyError when the template asks for a parameter that is not given.
    """
    site = urlsplit(public_origin).hostname or public_origin
    language, text = template.text(locale, {**params, "site": site})
    content = layout.Content(
        text,
        language,
        site,
        link=params[template.link] if template.link is not None else None,
        lines=tuple(params[template.lines].splitlines()) if template.lines is not None else (),
        unsubscribe=unsubscribe.page if unsubscribe is not None else None,
        other_link=params[template.other_link] if template.other_link is not None else None,
        legal=_legal(branding, language) if branding is not None else (),
    )
    origin, recipient = address(sender), address(to)
    international = not f"{origin.addr_spec}{recipient.addr_spec}".isascii()
    boundary = f"=_{secrets.token_hex(16)}"
    headers = [
        ("From", address_header(origin)),
        # The address alone: a name before it is whatever somebody typed.
        ("To", recipient.addr_spec),
        ("Subject", text_header(text.subject)),
        ("Date", format_datetime(date)),
        ("Message-ID", f"<{message_id}@{origin.domain}>"),
        # RFC 3834: no out-of-office reply wants to come of this.
        ("Auto-Submitted", "auto-generated"),
    ]
    if unsubscribe is not None:
        # Web addresses may be longer than a line, and mailbox providers read none that is encoded.
        leaving = f"<{unsubscribe.one_click}>,\r\n <{unsubscribe.mailto}>"
        headers.append(("List-Unsubscribe", leaving))
        headers.append(("List-Unsubscribe-Post", "List-Unsubscribe=One-Click"))
    headers += [
        ("MIME-Version", "1.0"),
        ("Content-Type", f'multipart/alternative;\r\n boundary="{boundary}"'),
        ("Content-Language", language),
    ]
    whole = (
        block(headers, international=international)
        + b"\r\n"
        + _part(boundary, "plain", layout.render_text(content))
        + _part(boundary, "html", layout.render_html(content))
        + f"--{boundary}--\r\n".encode()
    )
    return Mail(
        id=message_id,
        date=date,
        sender=origin.addr_spec,
        recipient=recipient.addr_spec,
        international=international,
        content=whole,
    )


def _legal(branding: Branding, language: str) -> tuple[tuple[str, str], ...]:
    said = translations(language).gettext
    links = (
        (said("Imprint"), branding.imprint_url),
        (said("Privacy"), branding.privacy_url),
        (said("Terms"), branding.terms_url),
    )
    return tuple((label, address) for label, address in links if address is not None)


def _part(boundary: str, subtype: str, text: str) -> bytes:
    """Return one body. Quoted-printable passes through any relay unchanged, and a DKIM signature
    with it; and it holds no boundary, since it writes every equals sign as ``=3D``."""
    headers = block(
        [
            ("Content-Type", f'text/{subtype}; charset="utf-8"'),
            ("Content-Transfer-Encoding", "quoted-printable"),
        ]
    )
    lines = "\n".join(text.splitlines()).encode("utf-8", "replace")
    body = binascii.b2a_qp(lines, istext=True).replace(b"\n", b"\r\n")
    return f"--{boundary}\r\n".encode() + headers + b"\r\n" + body + b"\r\n"
