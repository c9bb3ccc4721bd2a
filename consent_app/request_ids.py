"""The id of the request that a thread is at: in its answer and in each record of the log.

In the body of an answer only where the service failed: what refuses a caller has one body for cases
that must not be told apart.

It comes from a trusted proxy (``X-Request-Id``) or is made here, and says nothing of the visitor.
"""

from __future__ import annotations

import os
import re
from contextvars import ContextVar

HEADER = "X-Request-Id"

_FORM = re.compile(r"[A-Za-z0-9._-]{8,64}")
_current: ContextVar[str | None] = ContextVar("request_id", default=None)


def begin_request(sent_id: str | None = None) -> str:
    """Note the id of the request that begins in this thread, and return it.

    ``sent_id`` is what a trusted proxy sent; anything that is no id is replaced.
    """
    request_id = sent_id if sent_id and _FORM.fullmatch(sent_id) else os.urandom(12).hex()
    _current.set(request_id)
    return request_id


def current_request_id() -> str | None:
    """Return the id of the request that this thread is at; None outside of any."""
    return _current.get()
