"""When to restart a process that has ended. The delay grows while it keeps failing at start."""

from __future__ import annotations

from dataclasses import dataclass

STEADY_SECONDS = 10.0
"""A process that lived for less has failed at start. The second such failure in a row delays the
restart."""

LONGEST_WAIT = 30.0


@dataclass(slots=True)
class Failures:
    """``started`` and ``restart_at`` are times of the monotonic clock, in seconds; ``count`` is the
    number of failures at start in a row."""

    started: float = 0.0
    count: int = 0
    restart_at: float = 0.0

    def note(self, now: float) -> None:
        """Record that the process has ended."""
        self.count = self.count + 1 if now - self.started < STEADY_SECONDS else 0
        self.restart_at = now + (
            min(2.0 ** (self.count - 2), LONGEST_WAIT) if self.count > 1 else 0.0
        )
