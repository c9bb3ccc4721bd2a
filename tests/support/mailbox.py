"""Sent emails: the ``.eml`` files that are written in place of a mail server."""

from __future__ import annotations

import os
import re
import time
from collections import defaultdict
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path

ARRIVAL_SECONDS = 60

_TO = re.compile(rb"^to:(.*(?:\r?\n[ \t].*)*)", re.IGNORECASE | re.MULTILINE)
_RECIPIENTS: dict[Path, dict[str, str]] = defaultdict(dict)
"""By folder and file: who an email is to. The folder of a test process holds everybody's, thousands
in the end, and is asked about hundreds of times."""


class Mailbox:
    """Reads the emails in ``folder``. ``work`` runs the jobs that send them, unless others do."""

    def __init__(self, folder: Path, work: Callable[[], object] | None = None) -> None:
        self._folder = folder
        self._work = work

    def to(self, address: str) -> list[EmailMessage]:
        """Return the emails to ``address``, the oldest first."""
        if self._work is not None:
            self._work()
        recipients = _RECIPIENTS[self._folder]
        names = os.listdir(self._folder) if self._folder.is_dir() else []
        for name in names:
            if name.endswith(".eml") and name not in recipients:
                recipients[name] = self._recipient(self._folder / name)
        recipient = address.lower()
        matches = sorted(name for name in names if recipient in recipients.get(name, ""))
        messages = [self._read(self._folder / name) for name in matches]
        return [
            message
            for message in messages
            if message["To"].addresses[0].addr_spec.lower() == recipient
        ]

    @staticmethod
    def _recipient(path: Path) -> str:
        header = _TO.search(path.read_bytes())
        return b"".join(header[1].split()).decode("utf-8", "replace").lower() if header else ""

    def newest(self, address: str) -> EmailMessage:
        """Return the newest email to ``address``, which may take a minute to come."""
        deadline = time.monotonic() + ARRIVAL_SECONDS
        while not (messages := self.to(address)):
            assert time.monotonic() < deadline, f"no mail to {address}"
            time.sleep(0.05)
        return messages[-1]

    @staticmethod
    def text(message: EmailMessage) -> str:
        """Return the plain text of an email."""
        part = message.get_body(("plain",))
        assert part is not None
        content: str = part.get_content()
        return content

    @staticmethod
    def _read(path: Path) -> EmailMessage:
        message = message_from_bytes(path.read_bytes(), policy=SMTP)
        assert isinstance(message, EmailMessage)
        return message
