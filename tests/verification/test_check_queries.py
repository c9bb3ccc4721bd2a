"""Which domains are due for a check, and who takes them."""

from __future__ import annotations

import threading
import uuid
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

from sqlalchemy import update

from consent_app.application import Application
from consent_app.domains.check_queries import claim_due_checks
from consent_app.domains.models import Domain
from consent_app.verification.checks import CLAIM
from consent_app.verification.verifier import Verifier
from tests.support.checked_domains import Checked, Job
from tests.support.factories import Panel
from tests.support.harness import MovableClock
from tests.support.internet import Internet


def test_a_pending_domain_is_checked_hourly_for_two_days_then_daily(
    panel: Panel, application: Application, internet: Internet, clock: MovableClock, job: Job
) -> None:
    clock.freeze()
    domain = Checked(panel, application, internet)
    job.run()
    assert domain.row().last_checked_at is None
    checks = []
    for _ in range(4 * 24):
        clock.move(hours=1)
        before = domain.row().last_checked_at
        job.run()
        if domain.row().last_checked_at != before:
            checks.append((clock() - domain.row().created_at) / timedelta(hours=1))
    assert checks == [*range(1, 49), 72, 96]
    assert domain.read()["status"] == "pending"
    assert domain.read()["verifyReason"] is not None
    domain.prove()
    clock.move(days=1)
    job.run()
    assert domain.read()["status"] == "verified"


def test_workers_at_the_same_time_take_others(
    panel: Panel, application: Application, internet: Internet, job: Job
) -> None:
    domains = [Checked(panel, application, internet) for _ in range(3)]
    now = application.now()
    with application.database.transaction() as session:
        session.execute(
            update(Domain)
            .where(Domain.id.in_([domain.id for domain in domains]))
            .values(next_check_at=None)
        )
    begin = threading.Barrier(4)

    def claim(_: int) -> list[uuid.UUID]:
        begin.wait()
        with application.database.transaction() as session:
            return [target.id for target in claim_due_checks(session, now, CLAIM, 2).targets]

    with ThreadPoolExecutor(4) as pool:
        claimed_checks = [result for claimed in pool.map(claim, range(4)) for result in claimed]
    # Rows locked by another worker are skipped, and found by the next look.
    claimed_checks += claim_rest(application, now)
    assert sorted(claimed_checks) == sorted(domain.id for domain in domains)
    assert claim_rest(application, now) == []
    assert len(claim_rest(application, now + CLAIM)) == 3


def claim_rest(application: Application, now: Any) -> list[uuid.UUID]:
    with application.database.transaction() as session:
        return [target.id for target in claim_due_checks(session, now, CLAIM, 100).targets]


def test_one_oddity_keeps_no_other_from_its_check(
    panel: Panel,
    application: Application,
    internet: Internet,
    clock: MovableClock,
    job: Job,
    verifier: Verifier,
) -> None:
    odd, well = (Checked(panel, application, internet) for _ in range(2))
    internet.host(odd.host, address="127.0.0.9")

    def allowed(address: Any) -> bool:
        if str(address) == "127.0.0.9":
            raise RuntimeError("an oddity")
        return True

    verifier.network = internet.network(allowed=allowed)
    for domain in (odd, well):
        domain.prove()
    clock.move(hours=2)
    job.run()
    assert well.read()["status"] == "verified"
    assert odd.row().last_checked_at is None
    assert odd.next_check_in() > timedelta(minutes=10)
