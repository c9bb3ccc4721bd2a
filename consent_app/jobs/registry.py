"""Who does which job, and how a handler says that it could not."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta
from typing import Any

from consent_app.application import Application

Handler = Callable[[Application, dict[str, Any]], None]
"""Called outside any transaction with the job's payload; opens its own where it needs one.

Returning means done. Any exception means that it is tried again later, but for JobFailed.
"""


class RetryLater(Exception):
    """Raised by a handler for what may pass. ``reason`` is shown to operators: no secrets in it."""

    def __init__(self, reason: str) -> None:
        self.reason = reason
        super().__init__(reason)


class JobFailed(RetryLater):
    """Raised by a handler when trying again is no use: the job is dead until it is requeued."""


@dataclass(slots=True)
class JobRegistry:
    """The handlers by kind, and how long after its end each periodic job comes again."""

    handlers: dict[str, Handler] = field(default_factory=dict)
    periodic: dict[str, timedelta] = field(default_factory=dict)
