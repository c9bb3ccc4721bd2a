"""The periodic job that checks domains again."""

from __future__ import annotations

import logging
import time
from dataclasses import dataclass
from datetime import timedelta
from typing import Any

from consent_app.application import Application
from consent_app.domains import check_queries
from consent_app.domains.checking import write_regular
from consent_app.domains.verification import Verifier

CHECK_DUE = "domains.check_due"
CHECK_DUE_EVERY_SECONDS = 60
BATCH = 50
CLAIM = timedelta(minutes=15)
"""Far longer than a batch takes: what a killed worker had taken is checked so much later."""
TURN_SECONDS = 300.0
"""After so long the job ends, and comes again: other jobs want the thread too."""

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class CheckDue:
    """The handler: checks what is due, a batch at a time."""

    verifier: Verifier

    def __call__(self, app: Application, payload: dict[str, Any]) -> None:
        """Check every domain that is due."""
        until = time.monotonic() + TURN_SECONDS
        while time.monotonic() < until and self._check_batch(app):
            pass

    def _check_batch(self, app: Application) -> bool:
        """Check up to BATCH domains. Returns whether there may be more."""
        with app.database.transaction() as session:
            claimed = check_queries.claim_due(session, app.now(), CLAIM, BATCH)
        # Written when all are checked: to wait for the database would use up their time.
        for subject, finding in self.verifier.check_all(claimed.subjects):
            if isinstance(finding, Exception):
                # One site's oddity keeps no other from its check; it is due again after the claim.
                log.error("domain %s was not checked: %s", subject.id, type(finding).__name__)
                continue
            with app.database.transaction() as session:
                write_regular(session, app, subject, finding)
        return claimed.more
