"""A session's tokens: where they are stored, and how they are renewed.

Each renewal replaces the refresh token, and the service ends a session whose former refresh token
is used. So tokens are renewed under the store's lock, and are read again first: another thread or
process may have renewed them in the meantime.
"""

from __future__ import annotations

import json
import os
import threading
from collections.abc import AsyncGenerator, Generator, Iterator
from contextlib import AbstractContextManager, contextmanager
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Protocol

import httpx
from anyio import to_thread
from consent_client.errors import NetworkError, Unauthenticated, error_of


@dataclass(frozen=True)
class Tokens:
    """The tokens of a session."""

    access_token: str
    refresh_token: str


_ENDED = {"code": "unauthenticated", "detail": "The session has ended. Sign in again."}


class Store(Protocol):
    """Stores a session's tokens. ``lock`` excludes everyone else who shares them."""

    def load(self) -> Tokens | None:
        """Return the newest tokens, or None."""

    def save(self, tokens: Tokens | None) -> None:
        """Store these tokens. None deletes them."""

    def lock(self) -> AbstractContextManager[object]:
        """Return the context manager that is held while tokens are renewed."""


class MemoryStore:
    """Stores tokens in memory, for all threads of this process."""

    def __init__(self, tokens: Tokens | None = None) -> None:
        self._tokens = tokens
        self._lock = threading.Lock()

    def load(self) -> Tokens | None:
        """Return the newest tokens."""
        return self._tokens

    def save(self, tokens: Tokens | None) -> None:
        """Store these tokens."""
        self._tokens = tokens

    def lock(self) -> AbstractContextManager[object]:
        """Return the lock of all threads."""
        return self._lock


class FileStore:
    """Stores tokens in a file with mode 0600, for all processes of a machine (POSIX)."""

    def __init__(self, path: str | Path) -> None:
        self._path = Path(path)
        self._threads = threading.Lock()

    def load(self) -> Tokens | None:
        """Read the file."""
        try:
            return Tokens(**json.loads(self._path.read_text(encoding="utf-8")))
        except FileNotFoundError:
            return None

    def save(self, tokens: Tokens | None) -> None:
        """Replace the file in one step. None deletes it."""
        if tokens is None:
            self._path.unlink(missing_ok=True)
            return
        beside = self._path.with_name(f"{self._path.name}.{os.getpid()}")
        descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
        with os.fdopen(descriptor, "w", encoding="utf-8") as file:
            json.dump(asdict(tokens), file)
        beside.replace(self._path)

    @contextmanager
    def lock(self) -> Iterator[object]:
        """Hold the lock of all threads, then that of all processes."""
        import fcntl

        with self._threads, self._path.with_name(f"{self._path.name}.lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


class RotatingAuth(httpx.Auth):
    """Sends the access token. If that is refused, renews the tokens and sends the request again."""

    def __init__(self, base_url: str, store: Store) -> None:
        self._base_url = base_url.rstrip("/")
        self._store = store

    def sync_auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response, None]:
        """Implement ``httpx.Auth``. Raises Unauthenticated if the session has ended."""
        used = self._store.load()
        if used is not None:
            request.headers["Authorization"] = f"Bearer {used.access_token}"
        response = yield request
        if response.status_code != 401 or used is None:
            return
        response.read()
        if _code(response) != "unauthenticated":
            return
        fresh = self.renew(used)
        request.headers["Authorization"] = f"Bearer {fresh.access_token}"
        yield request

    async def async_auth_flow(
        self, request: httpx.Request
    ) -> AsyncGenerator[httpx.Request, httpx.Response]:
        """Implement ``httpx.Auth`` for asynchronous clients. A thread waits for the lock."""
        used = await to_thread.run_sync(self._store.load)
        if used is not None:
            request.headers["Authorization"] = f"Bearer {used.access_token}"
        response = yield request
        if response.status_code != 401 or used is None:
            return
        await response.aread()
        if _code(response) != "unauthenticated":
            return
        fresh = await to_thread.run_sync(self.renew, used)
        request.headers["Authorization"] = f"Bearer {fresh.access_token}"
        yield request

    def renew(self, used: Tokens) -> Tokens:
        """Return tokens newer than ``used``. Of several callers, only the first renews them.

        Raises ApiError. A 401 means that the session has ended, and deletes the stored tokens.
        """
        with self._store.lock():
            current = self._store.load()
            if current is None:
                raise Unauthenticated(401, _ENDED, None)
            if current.access_token != used.access_token:
                return current
            try:
                response = httpx.post(
                    f"{self._base_url}/v1/auth/refresh",
                    json={"refreshToken": current.refresh_token},
                    timeout=30,
                )
            except httpx.TransportError as error:
                raise NetworkError(error) from error
            if response.status_code >= 400:
                if response.status_code == 401:
                    self._store.save(None)
                raise error_of(response)
            answer = response.json()
            fresh = Tokens(answer["accessToken"], answer["refreshToken"])
            self._store.save(fresh)
            return fresh


def _code(response: httpx.Response) -> str | None:
    try:
        return str(response.json()["code"])
    except (ValueError, KeyError, TypeError):
        return None
