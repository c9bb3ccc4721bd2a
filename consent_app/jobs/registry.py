"""The handlers of jobs, and how a handler reports a failure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from consent_app.application import Application

Handler = Callable[[Application, dict[str, Any]], None]
"""Called outside any transaction with the job's payload. Opens its own if it needs one.

Returning means that the job is done. After any exception it is tried again later, except after
JobFailed.
"""


class RetryLater(Exception):
    """Raised by a handler for a temporary failure. Operators see ``reason``, so it must not contain
    secrets."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class JobFailed(RetryLater):
    """Raised by a handler if trying again would not help: the job is dead until it is requeued."""


@dataclass(slots=True)
class JobRegistry:
    """The handlers by kind, and the period of each periodic job."""

    handlers: dict[str, Handler] = field(default_factory=dict)
    periodic: dict[str, timedelta] = field(default_factory=dict)
