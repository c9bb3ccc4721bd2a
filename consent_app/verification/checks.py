"""Checks: on demand by a member, and of all domains that are due."""

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
    find_check_target,
    record_check,
    with_details,
)
from consent_app.errors import NotFound
from consent_app.verification.verifier import Verifier

BATCH = 50
CLAIM = timedelta(minutes=15)
"""Far longer than a batch takes: what a killed worker had claimed is checked so much later."""
TURN_SECONDS = 300.0
"""After this long the job ends, and comes again: other jobs want the thread too."""

log = logging.getLogger(__name__)


def verify_domain(ctx: Context, domain_id: UUID) -> DomainDetails:
    """Check a domain now, holding no connection in the meantime, and write the result.

    Raises NotFound and Unavailable.
    """
    with ctx.reading() as reading:
        target = find_check_target(reading.session, ctx.workspace_id, domain_id)
    if target is None:
        raise NotFound
    result = ctx.app.get(Verifier).check_now(target)
    with ctx.transaction() as writing:
        domain = record_check(writing, target, result, scheduled=False)
        if domain is None:
            raise NotFound
        return with_details(writing, domain)


def check_due_domains(app: Application) -> None:
    """Check every domain that is due, a batch at a time."""
    until = time.monotonic() + TURN_SECONDS
    while time.monotonic() < until and _check_batch(app):
        pass


def _check_batch(app: Application) -> bool:
    """Check up to BATCH domains. Returns whether there may be more."""
    ctx = Context.of_system(app)
    with ctx.transaction() as claiming:
        claimed = claim_due_checks(claiming.session, ctx.now(), CLAIM, BATCH)
    # Written when all are checked: to wait for the database would use up their time.
    for target, result in app.get(Verifier).check_all(claimed.targets):
        if isinstance(result, Exception):
            # One site's oddity keeps no other from its check; it is due again after the claim.
            log.error("domain %s was not checked: %s", target.id, type(result).__name__)
            continue
        with ctx.transaction() as writing:
            record_check(writing, target, result, scheduled=True)
    return claimed.more
