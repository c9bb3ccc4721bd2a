"""Jobs of many parts: a part that fails does not keep the others from being done."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from contextlib import contextmanager

from sqlalchemy.exc import DBAPIError

from consent_app.db.explanations import describe_database_error
from consent_app.db.outages import is_outage
from consent_app.jobs.registry import RetryLater

NAMED = 5
"""How many failed parts the reason names."""

log = logging.getLogger(__name__)


class Parts:
    """The parts of one job, of which those that failed are reported at the end.

    ``failure`` says what a failed part means, in words that the names of such parts follow.
    """

    def __init__(self, failure: str) -> None:
        self.failed: list[str] = []
        self._failure = failure

    @contextmanager
    def part(self, name: str) -> Iterator[None]:
        """Log an error of the database in the block and go on after it. An outage is raised."""
        try:
            yield
        except DBAPIError as error:
            if is_outage(error):
                raise
            log.warning("%s: %s: %s", self._failure, name, describe_database_error(error))
            self.failed.append(name)

    def report(self) -> None:
        """Raise RetryLater if a part failed, so that the job counts as failed and is tried
        again."""
        if self.failed:
            more = f" and {len(self.failed) - NAMED} more" if len(self.failed) > NAMED else ""
            raise RetryLater(f"{self._failure}: {', '.join(self.failed[:NAMED])}{more}.")
