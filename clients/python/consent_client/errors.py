"""Exceptions for problem details (RFC 9457). Catch them by class, or check ``code``."""

from __future__ import annotations

from typing import Any

import httpx


class ConsentError(Exception):
    """The base class: a refused request, a broken connection or a damaged export.

    ``retry_after`` is the number of seconds to wait, if the service sent it.
    """

    retry_after: float | None = None


class NetworkError(ConsentError):
    """The service could not be reached, or the connection broke or timed out.

    ``__cause__`` is the error of httpx.
    """

    def __init__(self, error: Exception) -> None:
        super().__init__(f"{type(error).__name__}: {error}" if str(error) else type(error).__name__)


class ExportMismatch(ConsentError):
    """An export does not match its manifest. Export again."""


class ApiError(ConsentError):
    """The service refused a request.

    ``errors`` has ``{"pointer", "message"}`` for each invalid field. ``instance`` has the request's
    id, if the server failed or a proxy of its operator set it; the operator can find it in the log.
    ``retry_after`` is the number of seconds to wait, if the service sent it.
    """

    def __init__(self, status: int, problem: dict[str, Any], retry_after: float | None) -> None:
        self.status = status
        self.code: str = problem.get("code", "unknown")
        self.title: str = problem.get("title", f"HTTP {status}")
        self.detail: str = problem.get("detail", "")
        self.errors: list[dict[str, str]] = problem.get("errors", [])
        self.instance: str | None = problem.get("instance")
        self.retry_after = retry_after
        parts = "".join(f"\n  {error['pointer']} {error['message']}" for error in self.errors)
        request = f" ({self.instance})" if self.instance else ""
        super().__init__(f"{status} {self.code}: {self.detail or self.title}{request}{parts}")


class BadRequest(ApiError):
    """400: fix the fields listed in ``errors``."""


class Unauthenticated(ApiError):
    """401: sign in again, or send the credential that the operation requires."""


class Forbidden(ApiError):
    """403: the role, the scope of the key or the plan does not allow the operation."""


class NotFound(ApiError):
    """404: the object does not exist, or belongs to another workspace."""


class Conflict(ApiError):
    """409, 412 or 428: the request conflicts with the current state. Read it and try again."""


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
    """Return the exception for a response of 400 or more, whose body has been read."""
    try:
        problem = response.json()
    except ValueError:
        problem = {}
    retry_after = response.headers.get("Retry-After", "")
    kind = _BY_STATUS.get(response.status_code)
    kind = kind or (Unavailable if response.status_code >= 500 else ApiError)
    wait = float(retry_after) if retry_after.isdigit() else None
    return kind(response.status_code, problem if isinstance(problem, dict) else {}, wait)
