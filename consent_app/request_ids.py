"""The id of the request that a thread handles: in its response header and in each log record.

Problem details contain it for server errors, and for refusals if a trusted proxy sent it. Other
refusals are identical in cases that a caller must not be able to tell apart.

The id comes from a trusted proxy (``X-Request-Id``) or is generated here. It reveals nothing about
the visitor.
"""

from __future__ import annotations

import random
import re
from contextvars import ContextVar

HEADER = "X-Request-Id"
HEADER_KEY = "HTTP_X_REQUEST_ID"
"""The header in a request's environment."""

_FORM = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def begin_request(sent_id: str | None = None) -> str:
    """Set the id of the request that starts in this thread, and return it.

    ``sent_id`` is the id that a trusted proxy sent. An invalid one is replaced.
    """
    request_id = sent_id if sent_id and _FORM.fullmatch(sent_id) else _new_id()
    _current.set(request_id)
    return request_id


def _new_id() -> str:
    # Unique, but not secret: the system's generator would take a system call for each request.
    # Python seeds this one again in every forked process.
    return f"{random.getrandbits(96):024x}"


def current_request_id() -> str | None:
    """Return the id of the request that this thread handles; None outside a request."""
    return _current.get()
