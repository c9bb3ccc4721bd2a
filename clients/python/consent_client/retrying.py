"""Which requests are retried, and after how many seconds."""

from __future__ import annotations

import time

import httpx
from consent_client.errors import ApiError, RateLimited, Unavailable

__all__ = ["LONGEST_WAIT", "after_failure", "after_refusal", "time"]

LONGEST_WAIT = 60.0
"""Seconds. If the service asks for a longer wait, the error is raised and the caller decides."""

_SAFE = frozenset({"GET", "HEAD"})


def after_failure(request: httpx.Request, attempt: int) -> float | None:
    """Return how long to wait after a connection broke. None if a retry would not be safe."""
    return min(0.25 * 2**attempt, 5.0) if _may_be_repeated(request) else None


def after_refusal(request: httpx.Request, refusal: ApiError) -> float | None:
    """Return how long to wait after a refusal. None if the request is not to be retried."""
    if not isinstance(refusal, RateLimited | Unavailable) or refusal.status not in (429, 503):
        return None
    wait = refusal.retry_after
    if wait is None or wait > LONGEST_WAIT or not _may_be_repeated(request):
        return None
    return wait


def _may_be_repeated(request: httpx.Request) -> bool:
    return request.method in _SAFE or "Idempotency-Key" in request.headers
