"""Checks: of one domain when a member asks, and of all domains that are due."""

from __future__ import annotations

import logging
import time
from datetime import timedelta
from uuid import UUID

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.service import (
    DomainDetails,
    claim_due_checks,
    get_check_target,
    record_check,
    with_details,
)
from consent_app.errors import NotFound
from consent_app.verification.verifier import MAX_CONCURRENT, Verifier

BATCH = MAX_CONCURRENT
"""All at the same time, so that a batch ends while a worker that is to end waits for its jobs."""
CLAIM = timedelta(minutes=15)
"""Much longer than a batch takes. If a worker is killed, its domains are checked this much
later."""
TURN_SECONDS = 300.0
"""After this long the job ends and is scheduled again, so that other jobs can use the thread."""

log = logging.getLogger(__name__)


def verify_domain(ctx: Context, domain_id: UUID) -> DomainDetails:
    """Check a domain now, without holding a connection while it runs, and store the result.

    Raises NotFound and Unavailable.
    """
    with ctx.reading() as reading:
        target = get_check_target(reading.session, ctx.workspace_id, domain_id)
    if target is None:
        raise NotFound
    result = ctx.app.get(Verifier).check_now(target)
    with ctx.transaction() as writing:
        domain = record_check(writing, target, result, scheduled=False)
        if domain is None:
            raise NotFound
        return with_details(writing, domain)


def check_due_domains(app: Application) -> None:
    """Check every domain that is due, in batches, until the worker is to end."""
    until = time.monotonic() + TURN_SECONDS
    while not app.ending.is_set() and time.monotonic() < until and _check_batch(app):
        pass


def _check_batch(app: Application) -> bool:
    """Check up to BATCH domains. Returns whether there may be more."""
    ctx = Context.of_system(app)
    with ctx.transaction() as claiming:
        claimed = claim_due_checks(claiming.session, ctx.now(), CLAIM, BATCH)
    # Stored after all are checked: waiting for the database would use up their time.
    for target, result in app.get(Verifier).check_all(claimed.targets):
        if isinstance(result, Exception):
            # An unexpected error of one site must not affect the others. It is due again after the
            # claim.
            log.error("domain %s was not checked: %s", target.id, type(result).__name__)
            continue
        with ctx.transaction() as writing:
            record_check(writing, target, result, scheduled=True)
    return claimed.has_more
