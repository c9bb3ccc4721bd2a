"""The mails that development writes to files instead of sending them."""

from __future__ import annotations

import email.policy
import re
from dataclasses import dataclass
from email import message_from_bytes
from email.message import EmailMessage
from html import escape
from pathlib import Path

from markupsafe import Markup

_NAME = re.compile(r"[A-Za-z0-9][\w.-]*\.eml", re.ASCII)
_LINK = re.compile(r"https?://[^\s<>\"]+[^\s<>\".,;:!?)]")


@dataclass(frozen=True, slots=True)
class Mail:
    """One mail as people read it. ``name`` is its file's name, ``text`` its plain-text part."""

    name: str
    sender: str
    to: str
    subject: str
    date: str
    text: str


def list_mails(folder: Path) -> list[Mail]:
    """Return the mails of a folder, newest first; none where there is no folder."""
    if not folder.is_dir():
        return []
    files = [path for path in folder.iterdir() if _NAME.fullmatch(path.name)]
    files.sort(key=lambda path: (path.stat().st_mtime_ns, path.name), reverse=True)
    return [_read(path) for path in files]


def find_mail(folder: Path, name: str) -> Mail | None:
    """Return the mail in the file ``name`` of ``folder``, or None."""
    # The name is a whole file name by its pattern: it cannot lead out of the folder.
    path = folder / name
    return _read(path) if _NAME.fullmatch(name) and path.is_file() else None


def linked(text: str) -> Markup:
    """Return plain text as HTML in which web addresses are links."""
    html: list[str] = []
    end = 0
    for match in _LINK.finditer(text):
        address = escape(match[0])
        html += escape(text[end : match.start()]), f'<a href="{address}">{address}</a>'
        end = match.end()
    return Markup("".join(html) + escape(text[end:]))  # noqa: S704 - its parts are escaped


def _read(path: Path) -> Mail:
    message = message_from_bytes(path.read_bytes(), policy=email.policy.default)
    if not isinstance(message, EmailMessage):
        raise TypeError("the policy makes EmailMessage objects")
    body = message.get_body(("plain", "html"))
    return Mail(
        name=path.name,
        sender=str(message["From"] or ""),
        to=str(message["To"] or ""),
        subject=str(message["Subject"] or "(no subject)"),
        date=str(message["Date"] or ""),
        text=str(body.get_content()) if body is not None else "",
    )
