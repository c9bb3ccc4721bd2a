"""The emails that development writes to files instead of sending them.

Each file is shown as far as it can be read. Files that are not emails do no harm.
"""

from __future__ import annotations

import email.policy
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.errors import MessageError
from email.header import decode_header, make_header
from email.message import Message
from email.parser import BytesHeaderParser
from html import escape
from pathlib import Path

from markupsafe import Markup

MAX_LISTED = 200
MAX_HEADER_BYTES = 64 * 1024
_NAME = re.compile(r"[A-Za-z0-9][\w.-]*\.eml", re.ASCII)
_LINK = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)]")
# The policy that decodes nothing automatically, and so raises nothing.
_POLICY = email.policy.compat32


@dataclass(frozen=True, slots=True)
class Envelope:
    """An email as a list shows it. ``name`` is its file's name."""

    name: str
    sender: str
    to: str
    subject: str
    date: str


@dataclass(frozen=True, slots=True)
class Mail:
    """One email: its parts as people read them, and the file itself as text."""

    envelope: Envelope
    headers: tuple[tuple[str, str], ...]
    text: str
    html: str | None
    source: str


def count_mails(folder: Path) -> int:
    """Return how many emails a folder has, by their names only."""
    return len(_files(folder))


def list_mails(folder: Path) -> list[Envelope]:
    """Return the newest emails of a folder, newest first; none if the folder does not exist."""
    files = sorted(_files(folder), key=_age, reverse=True)[:MAX_LISTED]
    return [
        _envelope(path.name, BytesHeaderParser(policy=_POLICY).parsebytes(_head(path)))
        for path in files
    ]


def find_mail(folder: Path, name: str) -> Mail | None:
    """Return the email in the file ``name`` of ``folder``, or None."""
    # The pattern ensures that the name cannot lead out of the folder.
    path = folder / name
    if not _NAME.fullmatch(name) or not path.is_file():
        return None
    content = path.read_bytes()
    message = message_from_bytes(content, policy=_POLICY)
    plain, html = _body(message, "text/plain"), _body(message, "text/html")
    return Mail(
        envelope=_envelope(name, message),
        headers=tuple((str(key), _decoded(value)) for key, value in message.items()),
        text=plain if plain is not None else "",
        html=html,
        source=content.decode("utf-8", "replace"),
    )


def linked(text: str) -> Markup:
    """Return plain text as HTML in which web addresses are links."""
    html: list[str] = []
    end = 0
    for match in _LINK.finditer(text):
        address = escape(match[0])
        html += escape(text[end : match.start()]), f'<a href="{address}">{address}</a>'
        end = match.end()
    return Markup("".join(html) + escape(text[end:]))  # noqa: S704 - its parts are escaped


def _files(folder: Path) -> list[Path]:
    if not folder.is_dir():
        return []
    return [path for path in folder.iterdir() if _NAME.fullmatch(path.name) and path.is_file()]


def _age(path: Path) -> tuple[int, str]:
    try:
        return path.stat().st_mtime_ns, path.name
    except OSError:
        # It was deleted since the folder was read.
        return 0, path.name


def _head(path: Path) -> bytes:
    try:
        with path.open("rb") as file:
            return file.read(MAX_HEADER_BYTES)
    except OSError:
        return b""


def _envelope(name: str, message: Message) -> Envelope:
    return Envelope(
        name=name,
        sender=_decoded(message["From"]),
        to=_decoded(message["To"]),
        subject=_decoded(message["Subject"]) or "(no subject)",
        date=_decoded(message["Date"]),
    )


def _decoded(value: object) -> str:
    """Return a header's decoded value, or the raw value if it cannot be decoded."""
    text = str(value or "")
    try:
        return str(make_header(decode_header(text)))
    except (MessageError, ValueError, LookupError):
        return text


def _body(message: Message, kind: str) -> str | None:
    for part in message.walk():
        if part.get_content_type() != kind:
            continue
        payload = part.get_payload(decode=True)
        if not isinstance(payload, bytes):
            continue
        try:
            return payload.decode(part.get_content_charset() or "utf-8", "replace")
        except (LookupError, ValueError):
            # Unknown, or one that replaces nothing, such as idna.
            return payload.decode("utf-8", "replace")
    return None
