"""The rotating refresh token: kept in a store, renewed by one at a time.

The service gives a new refresh token with each renewal and ends the session when an old one comes
back. So hold the store's lock while you renew, and read the store again inside it: another
thread or process may have renewed in the meantime.
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
    """What a session holds."""

    access_token: str
    refresh_token: str


class Store(Protocol):
    """Where a session's tokens are kept. ``lock`` keeps out all others that share them."""

    def load(self) -> Tokens | None:
        """Return the newest tokens, or None when there are none."""

    def save(self, tokens: Tokens | None) -> None:
        """Keep these, or forget all."""

    def lock(self) -> AbstractContextManager[object]:
        """Return what is held while tokens are renewed."""


class MemoryStore:
    """Tokens of this process, safe between threads."""

    def __init__(self, tokens: Tokens | None = None) -> None:
        self._tokens = tokens
        self._lock = threading.Lock()

    def load(self) -> Tokens | None:
        """Return the newest tokens."""
        return self._tokens

    def save(self, tokens: Tokens | None) -> None:
        """Keep these."""
        self._tokens = tokens

    def lock(self) -> AbstractContextManager[object]:
        """Return the lock between threads."""
        return self._lock


class FileStore:
    """Tokens in a file of mode 0600, shared by processes of one machine (POSIX)."""

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
        """Write the file whole, then put it in place; None removes it."""
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
        """Hold the lock between threads, then the one between processes."""
        import fcntl

        with self._threads, self._path.with_name(f"{self._path.name}.lock").open("a") as file:
            fcntl.flock(file, fcntl.LOCK_EX)
            yield file


class RotatingAuth(httpx.Auth):
    """Sends the access token and, where it is refused, renews it once and sends again."""

    def __init__(self, base_url: str, store: Store) -> None:
        self._base_url = base_url.rstrip("/")
        self._store = store

    def sync_auth_flow(
        self, request: httpx.Request
    ) -> Generator[httpx.Request, httpx.Response, None]:
        """Follow httpx's protocol. Raises Unauthenticated when the session has ended."""
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
        """The same for an asynchronous client; a store's lock is waited for in a thread."""
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
        """Return tokens newer than ``used``; only the first of many that ask renews.

        Raises ApiError: 401 when the session has ended, which also empties the store.
        """
        with self._store.lock():
            now = self._store.load()
            if now is None:
                raise Unauthenticated(
                    401, {"code": "unauthenticated", "detail": "Signed out."}, None
                )
            if now.access_token != used.access_token:
                return now
            try:
                response = httpx.post(
                    f"{self._base_url}/v1/auth/refresh",
                    json={"refreshToken": now.refresh_token},
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
