"""Problem details (RFC 9457) as exceptions: catch by class, decide by ``code``."""

from __future__ import annotations

from typing import Any

import httpx


class ConsentError(Exception):
    """Whatever goes wrong with the service: a refusal, a connection, an export that is not whole.

    ``retry_after`` is in seconds, where the service said how long to wait.
    """

    retry_after: float | None = None


class NetworkError(ConsentError):
    """No answer: the service cannot be reached, or the connection broke or took too long.

    Its ``__cause__`` is httpx's error.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


class ExportMismatch(ConsentError):
    """What arrived of an export is not what its manifest says was sent. Export again."""


class ApiError(ConsentError):
    """A refusal. ``errors`` holds ``{"pointer", "message"}`` of each part that is not valid.

    ``retry_after`` is in seconds, where the service said how long to wait.
    """

    def __init__(self, status: int, problem: dict[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.title: str = problem.get("title", f"HTTP {status}")
        self.detail: str = problem.get("detail", "")
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        self.retry_after = retry_after
        parts = "".join(f"\n  {error['pointer']} {error['message']}" for error in self.errors)
        super().__init__(f"{status} {self.code}: {self.detail or self.title}{parts}")


class BadRequest(ApiError):
    """400: fix the fields listed in ``errors``."""


class Unauthenticated(ApiError):
    """401: sign in again, or send the credential that the operation asks for."""


class Forbidden(ApiError):
    """403: the role, the key's scope or the plan does not allow it."""


class NotFound(ApiError):
    """404: not there, or another workspace's."""


class Conflict(ApiError):
    """409, 412 or 428: something stands against it; read again."""


class RateLimited(ApiError):
    """429: wait for ``retry_after`` seconds."""


class Unavailable(ApiError):
    """5xx: wait for ``retry_after`` seconds and try again."""


_BY_STATUS: dict[int, type[ApiError]] = {
    400: BadRequest,
    401: Unauthenticated,
    403: Forbidden,
    404: NotFound,
    409: Conflict,
    412: Conflict,
    428: Conflict,
    429: RateLimited,
}


def error_of(response: httpx.Response) -> ApiError:
    """Return the error that a response of 400 or more stands for. Its body has been read."""
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    given = response.headers.get("Retry-After", "")
    kind = _BY_STATUS.get(response.status_code)
    kind = kind or (Unavailable if response.status_code >= 500 else ApiError)
    wait = float(given) if given.isdigit() else None
    return kind(response.status_code, problem if isinstance(problem, dict) else {}, wait)
