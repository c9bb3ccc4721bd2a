"""Collecting the credentials that clients and the service exchange, and searching the logs for
them.

Every client of the suite is watched. When a test process ends, it searches for the credentials in
the logs of the application and of the services that it started.
"""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Callable, Iterable
from pathlib import Path
from typing import Any

from consent_app.server.logs import PlainFormatter, WSGIApp, log_accesses

SECRET_MEMBERS = frozenset(
    "password currentPassword newPassword challengeToken code secret otpauthUrl qrCodeDataUrl"
    " backupCodes accountToken accessToken refreshToken token key proofToken formerProofToken"
    " idToken signInToken".split()
)

SHORTEST_CREDENTIAL = 16
"""Shorter credentials may occur in any text. test_secrecy searches for those in its own session."""

MAX_BYTES = 64 * 1024
_NO_PART_OF_A_TOKEN = re.compile(r"[^\w.~-]+", re.ASCII)
_A_TOKEN = re.compile(r"[\w.~-]+", re.ASCII)


def secrets_in(content: bytes) -> set[str]:
    """Return the credentials in a JSON document, by the names of their members."""
    try:
        document = json.loads(content)
    except (ValueError, RecursionError):
        return set()
    secrets: set[str] = set()
    waiting: list[tuple[str, Any]] = [("", document)]
    while waiting:
        name, value = waiting.pop()
        if isinstance(value, dict):
            waiting.extend(value.items())
        elif isinstance(value, list):
            waiting.extend((name, inner) for inner in value)
        elif isinstance(value, str) and value and name in SECRET_MEMBERS:
            secrets.add(value)
    return secrets


class Watch:
    """The credentials that one test process has sent or received, and the logs to search."""

    def __init__(self) -> None:
        self.credentials: set[str] = set()
        self.logs: set[Path] = set()
        self._handler: logging.Handler = logging.NullHandler()

    def over(self, app: WSGIApp) -> WSGIApp:
        """Return ``app``, watched, with a line in the log for each request as in production."""
        logged = log_accesses(app)

        def watched(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
            size = int(environ.get("CONTENT_LENGTH") or 0)
            if 0 < size <= MAX_BYTES:
                self._note(environ["wsgi.input"].read(size))
                environ["wsgi.input"].seek(0)
            if credential := environ.get("HTTP_AUTHORIZATION"):
                self.credentials.add(credential.partition(" ")[2])
            media: list[str] = []

            def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
                media.extend(value for name, value in headers if name.lower() == "content-type")
                return start_response(status, headers, *exc_info)

            content = logged(environ, start)
            # A problem's `code` is not a credential, and streams contain none.
            if media == ["application/json"] and isinstance(content, list):
                self._note(b"".join(content))
            return content

        return watched

    def log_to(self, path: Path) -> None:
        """Write this process's log, from INFO as in production, to a new file ``path``."""
        path.parent.mkdir(parents=True, exist_ok=True)
        self._handler = logging.FileHandler(path, mode="w", encoding="utf-8")
        self._handler.setFormatter(PlainFormatter())
        logging.getLogger().addHandler(self._handler)
        logging.getLogger("consent_app").setLevel(logging.INFO)
        self.logs.add(path)

    def restore_handlers(self) -> bool:
        """Restore the former logging. Return False if a test has replaced the handler.

        Configuring logging as commands do leaves a handler that writes to a stream of the test.
        """
        root = logging.getLogger()
        if self._handler in root.handlers:
            return True
        for handler in root.handlers[:]:
            if type(handler) is logging.StreamHandler:
                root.removeHandler(handler)
        root.addHandler(self._handler)
        return False

    def leaks(self) -> list[str]:
        """Return the places in logs where a credential occurs, without the credential."""
        phrases = {item for item in self.credentials if not _A_TOKEN.fullmatch(item)}
        return [
            f"{path.name}: a credential of {len(credential)} characters"
            for path in sorted(self.logs)
            if path.exists()
            for credential in self._found_in(path.read_text("utf-8", "replace"), phrases)
        ]

    def _found_in(self, log: str, phrases: set[str]) -> set[str]:
        words = {word.strip(".") for word in _NO_PART_OF_A_TOKEN.split(log)}
        long = {
            credential
            for credential in self.credentials & words
            if len(credential) >= SHORTEST_CREDENTIAL
        }
        return long | {
            phrase for phrase in phrases if len(phrase) >= SHORTEST_CREDENTIAL and phrase in log
        }

    def _note(self, content: bytes) -> None:
        self.credentials |= secrets_in(content)


WATCH = Watch()
"""The watch of this process."""
