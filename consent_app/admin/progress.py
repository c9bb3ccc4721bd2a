"""A bar that tells how far a long command is, on a terminal's standard error alone."""

from __future__ import annotations

import sys
import time
from dataclasses import dataclass, field
from typing import TextIO

WIDTH = 30
EVERY_SECONDS = 0.1


@dataclass(slots=True)
class Progress:
    """``what`` is counted, such as ``receipts``. Where ``stream`` is no terminal, nothing shows."""

    what: str
    stream: TextIO = field(default_factory=lambda: sys.stderr)
    _shown_at: float = field(default=0.0, init=False)
    _began_at: float = field(default_factory=time.monotonic, init=False)

    def show(self, count: int, share: float | None = None) -> None:
        """Show a count and, where it is known, which share of the whole (0 to 1) it is."""
        now = time.monotonic()
        if self.stream.isatty() and now - self._shown_at >= EVERY_SECONDS:
            self._shown_at = now
            self._write(count, share, now)

    def end(self, count: int) -> None:
        """Show the last count, and go to the next line."""
        if self.stream.isatty():
            self._write(count, 1.0, time.monotonic())
            print(file=self.stream)

    def _write(self, count: int, share: float | None, now: float) -> None:
        rate = count / max(now - self._began_at, 0.001)
        bar = ""
        if share is not None:
            full = round(WIDTH * min(max(share, 0.0), 1.0))
            bar = f"[{'#' * full}{'.' * (WIDTH - full)}] {min(max(share, 0.0), 1.0):4.0%} "
        line = f"\r{bar}{count:,} {self.what}, {rate:,.0f}/s\x1b[K"
        print(line, end="", file=self.stream, flush=True)
