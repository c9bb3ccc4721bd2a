"""Sending mail: to a mail server, or into a folder if none is configured."""

from __future__ import annotations

import os
from pathlib import Path
from typing import Protocol

from consent_app.mail.headers import AddressError, address
from consent_app.mail.message import Mail
from consent_app.mail.smtp import SmtpTransport, parse_smtp_url
from consent_app.settings import Settings, SettingsError
from consent_app.settings.privacy import FILE_MODE, private_folder


class Transport(Protocol):
    """Sends an email, or raises RetryLater or JobFailed with a reason that contains no address."""

    def send(self, mail: Mail) -> None:
        """Send ``mail`` to its one recipient."""


class FileTransport:
    """Writes each email to a separate file. The names sort by date."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder

    def send(self, mail: Mail) -> None:
        """Write the email. An email that is sent again replaces itself."""
        private_folder(self._folder)
        path = self._folder / f"{mail.date:%Y%m%dT%H%M%SZ}-{mail.id}.eml"
        # A program that watches the folder for *.eml sees only complete emails.
        unfinished = path.with_name(f".{path.name}.{os.getpid()}")
        descriptor = os.open(unfinished, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
        with os.fdopen(descriptor, "wb") as file:
            file.write(mail.content)
        unfinished.replace(path)


def transport_for(settings: Settings) -> Transport:
    """Return the transport for the settings.

    Raises SettingsError for a malformed URL, or a sender that no mail could be sent from.
    """
    try:
        address(settings.mail_from)
    except AddressError:
        raise SettingsError(
            "consent.mail_from must be an address such as mail@example.com, or with a name:"
            " Example <mail@example.com>."
        ) from None
    if settings.smtp_url is None:
        return FileTransport(settings.var_dir / "mail")
    return SmtpTransport(parse_smtp_url(settings.smtp_url))
