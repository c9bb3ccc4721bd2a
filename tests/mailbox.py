"""What was mailed: the ``.eml`` files that stand in for a mail server."""

from __future__ import annotations

import time
from collections.abc import Callable
from email import message_from_bytes
from email.message import EmailMessage
from email.policy import SMTP
from pathlib import Path


class Mailbox:
    """Reads the mails in ``folder``. ``work`` does the jobs that send them, if nobody else does."""

    def __init__(self, folder: Path, work: Callable[[], object] | None = None) -> None:
        self._folder = folder
        self._work = work

    def to(self, address: str) -> list[EmailMessage]:
        """Return the mails to ``address``, the oldest first."""
        if self._work is not None:
            self._work()
        paths = sorted(self._folder.glob("*.eml"))
        # Parsing is dear and the folder holds everybody's: a look at the bytes first.
        named = [path for path in paths if address.lower().encode() in path.read_bytes().lower()]
        messages = [self._read(path) for path in named]
        return [m for m in messages if m["To"].addresses[0].addr_spec.lower() == address.lower()]

    def newest(self, address: str, *, seconds: float = 10) -> EmailMessage:
        """Return the newest mail to ``address``, which may take ``seconds`` to come."""
        deadline = time.monotonic() + seconds
        while not (messages := self.to(address)):
            assert time.monotonic() < deadline, f"no mail to {address}"
            time.sleep(0.05)
        return messages[-1]

    @staticmethod
    def text(message: EmailMessage) -> str:
        """Return the plain text of a mail."""
        part = message.get_body(("plain",))
        assert part is not None
        content: str = part.get_content()
        return content

    @staticmethod
    def _read(path: Path) -> EmailMessage:
        message = message_from_bytes(path.read_bytes(), policy=SMTP)
        assert isinstance(message, EmailMessage)
        return message
