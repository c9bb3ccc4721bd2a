"""Where mail goes: to a mail server, or into a folder where there is none."""

from __future__ import annotations

import os
from email.message import EmailMessage
from pathlib import Path
from typing import Protocol

from consent_app.mail.smtp import SmtpTransport, parse_smtp_url
from consent_app.settings import Settings


class Transport(Protocol):
    """Sends a mail, or raises RetryLater or JobFailed with a reason that holds no address."""

    def send(self, message: EmailMessage) -> None:
        """Send ``message`` to the one address in its ``To``."""


class FileTransport:
    """Writes each mail into a file of its own. By name they sort in the order of their dates."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, message: EmailMessage) -> None:
        """Write the mail; one that is sent again replaces itself."""
        self._folder.mkdir(parents=True, exist_ok=True)
        date = message["Date"].datetime
        number = message["Message-ID"].strip("<>").partition("@")[0]
        path = self._folder / f"{date:%Y%m%dT%H%M%SZ}-{number}.eml"
        # Whoever watches the folder for *.eml sees whole mails only.
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        unfinished.write_bytes(message.as_bytes())
        unfinished.replace(path)


def transport_for(settings: Settings) -> Transport:
    """Return the transport that the settings ask for. Raises SettingsError for a malformed URL."""
    if settings.smtp_url is None:
        return FileTransport(settings.var_dir / "mail")
    return SmtpTransport(parse_smtp_url(settings.smtp_url))
