"""A mail as it is sent: headers, plain text and HTML, by the standard library's EmailMessage."""

from __future__ import annotations

import re
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from email.headerregistry import Address, BaseHeader, HeaderRegistry, UnstructuredHeader
from email.message import EmailMessage
from email.policy import SMTP, Policy
from urllib.parse import urlsplit

from consent_app.mail import layout
from consent_app.mail.templates import MailTemplate

_ADDRESS = re.compile(
    r"""(?P<name>[^<>@]*<)? (?P<user>[^\s"(),:;<>@\[\\\]]{1,64}) @ (?P<domain>[^\s"(),:;<>@]{1,253})
    (?(name)>)""",
    re.VERBOSE,
)


class _Addresses(UnstructuredHeader, BaseHeader):
    """A header of web addresses in angle brackets (RFC 2369), which may be longer than a line.

    The library would encode them, and mailbox providers could not read them.
    """

    def fold(self, *, policy: Policy) -> str:
        """Return the header with one address a line."""
        text = str(self).replace(", ", f",{policy.linesep} ")
        return f"{self.name}: {text}{policy.linesep}"


_HEADERS = HeaderRegistry()
_HEADERS.map_to_type("list-unsubscribe", _Addresses)
POLICY = SMTP.clone(header_factory=_HEADERS)


@dataclass(frozen=True, slots=True)
class Unsubscribe:
    """How to leave the list that a mail was sent to: the page for people, the address that takes
    one POST (RFC 8058), and the ``mailto:`` for those who know neither. All are ASCII.
    """

    page: str
    one_click: str
    mailto: str


class AddressError(ValueError):
    """An address that no mail can be sent to. The message does not hold it."""


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
) -> EmailMessage:
    """Return the mail, fit to be sent or written to a file with CRLF line ends.

    ``message_id`` is the part before the ``@``, ``date`` aware. Raises AddressError, and KeyError
    when the template asks for a parameter that is not given.
    """
    site = urlsplit(public_origin).hostname or public_origin
    language, text = template.text(locale)
    text = text.filled({**params, "site": site})
    content = layout.Content(
        text,
        language,
        site,
        link=params[template.link] if template.link is not None else None,
        lines=tuple(params[template.lines].splitlines()) if template.lines is not None else (),
        unsubscribe=unsubscribe.page if unsubscribe is not None else None,
        other_link=params[template.other_link] if template.other_link is not None else None,
    )
    origin = address(sender)
    message = EmailMessage(policy=POLICY)
    message["From"] = origin
    message["To"] = address(to)
    message["Subject"] = text.subject
    message["Date"] = date
    message["Message-ID"] = f"<{message_id}@{_ascii(origin.domain)}>"
    # RFC 3834: no out-of-office reply wants to come of this.
    message["Auto-Submitted"] = "auto-generated"
    if unsubscribe is not None:
        message["List-Unsubscribe"] = f"<{unsubscribe.one_click}>, <{unsubscribe.mailto}>"
        message["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    # Quoted-printable passes through any relay unchanged, and a DKIM signature with it.
    message.set_content(layout.render_text(content), cte="quoted-printable")
    message.add_alternative(layout.render_html(content), subtype="html", cte="quoted-printable")
    # Last, or the header would go with the plain text into its part.
    message["Content-Language"] = language
    return message


def address(text: str) -> Address:
    """Parse ``user@example.org`` or ``Name <user@example.org>``. Raises AddressError.

    The domain is put in its ASCII form, which every mail server takes.
    """
    parts = _ADDRESS.fullmatch(text) if text.isprintable() else None
    if parts is None:
        raise AddressError("not one that mail can be sent to")
    return Address((parts["name"] or "").strip(' "<'), parts["user"], _ascii(parts["domain"]))


def _ascii(domain: str) -> str:
    try:
        return domain.encode("idna").decode("ascii")
    except UnicodeError:
        raise AddressError("of a domain that cannot be") from None
