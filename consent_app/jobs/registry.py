"""The handlers of jobs, and how a handler reports a failure."""

from __future__ import annotations

import traceback
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
    secrets. ``answer`` is what another server said, if it did: it may name people, so it is neither
    logged nor stored."""

    def __init__(self, reason: str, answer: str | None = None) -> None:
        self.reason = reason
        self.answer = answer
        super().__init__(reason)


class JobFailed(RetryLater):
    """Raised by a handler if trying again would not help: the job is dead until it is requeued."""


@dataclass(slots=True)
class JobRegistry:
    """The handlers by kind, the period of each periodic job, and the kinds nobody waits for."""

    handlers: dict[str, Handler] = field(default_factory=dict)
    periodic: dict[str, timedelta] = field(default_factory=dict)
    patient: set[str] = field(default_factory=set)

    @property
    def prompt(self) -> tuple[str, ...]:
        """The kinds that somebody may wait for: neither periodic nor patient."""
        return tuple(
            kind for kind in self.handlers if kind not in self.periodic and kind not in self.patient
        )


def location_of(error: BaseException) -> str:
    """Return the type of an exception and the last line of our code in its traceback, without its
    message."""
    location = type(error).__name__
    for frame, line in traceback.walk_tb(error.__traceback__):
        module = frame.f_globals.get("__name__", "")
        if module.startswith("consent_app."):
            location = f"{type(error).__name__} in {module}, line {line}"
    return location
