"""Jobs of many parts: the others are done even if a part fails."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from consent_app.db.explanations import describe_database_error
from consent_app.db.outages import is_outage
from consent_app.jobs.registry import RetryLater

MAX_NAMED = 5
"""How many failed parts the reason names."""

log = logging.getLogger(__name__)


class Parts:
    """The parts of one job. Failed parts are reported at the end.

    ``failure`` says what a failed part means, such as "Months were not prepared"; the names of the
    failed parts follow it.
    """

    def __init__(self, failure: str) -> None:
        self.failed: list[str] = []
        self._failure = failure

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Log a failure of the block instead of raising it: RetryLater, JobFailed or a database
        error, unless it is an outage."""
        try:
            yield
        except DBAPIError as error:
            if is_outage(error):
                raise
            self._note(name, describe_database_error(error))
        except RetryLater as error:
            self._note(name, error.reason)

    def _note(self, name: str, reason: str) -> None:
        log.warning("%s: %s: %s", self._failure, name, reason)
        self.failed.append(name)

    def report(self) -> None:
        """Raise RetryLater if a part failed, so that the job counts as failed and is tried
        again."""
        if self.failed:
            more = (
                f" and {len(self.failed) - MAX_NAMED} more" if len(self.failed) > MAX_NAMED else ""
            )
            raise RetryLater(f"{self._failure}: {', '.join(self.failed[:MAX_NAMED])}{more}.")
