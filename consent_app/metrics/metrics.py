"""The counters of a process. Without ``consent.metrics_port`` nothing is counted or imported.

No label contains data of visitors or people, or credentials: routes as the contract writes them,
actions, types of jobs.
"""

from __future__ import annotations


class Metrics:
    """Counts nothing: the metrics of an application that has them off."""

    enabled = False

    def request(self, method: str, route: str, status: int, seconds: float) -> None:
        """Count an answered request by its route's pattern, and how long it took."""

    def recorded(self, action: str) -> None:
        """Count a receipt that was recorded."""

    def job(self, kind: str, outcome: str, seconds: float) -> None:
        """Count a job that was ``done`` or ``failed``."""

    def mail_sent(self) -> None:
        """Count an email that the mail server took."""

    def cache(self, name: str, *, hit: bool) -> None:
        """Count a look into a cache."""

    def exports(self, change: int) -> None:
        """Count an export that begins (1) or ends (-1)."""

    def passwords(self, change: int) -> None:
        """Count a password that waits for its evaluation or is in it (1), and its end (-1)."""

    def connections(self, pool: str, change: int) -> None:
        """Count a connection that is taken from a pool (1) or returned to it (-1)."""
