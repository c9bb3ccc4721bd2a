"""Changes that checks make: over HTTP on request, and in the periodic job."""

from __future__ import annotations

import threading
import uuid
from datetime import timedelta

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.net.network import TOTAL_SECONDS
from consent_app.processes.shutdown import GRACE_SECONDS
from consent_app.verification.checks import BATCH
from consent_app.verification.verifier import MAX_CONCURRENT
from tests.support.checked_domains import Checked, Job
from tests.support.factories import Panel, make_panel
from tests.support.harness import MovableClock
from tests.support.internet import Internet
from tests.support.mailbox import Mailbox
from tests.support.members import give_role, verify_address
from tests.support.suspensions import suspend


def test_a_domain_is_verified_when_its_owner_asks(
    panel: Panel, application: Application, internet: Internet
) -> None:
    domain = Checked(panel, application, internet)
    assert (domain.made["verifyReason"], domain.made["lastCheckedAt"]) == (None, None)
    failed = domain.verify()
    assert failed["status"] == "pending"
    assert failed["verifyReason"] == (
        "The DNS record was not found yet; changes can take up to an hour."
    )
    assert failed["lastCheckedAt"] is not None
    assert (failed["verifiedAt"], failed["sslOk"]) == (None, True)
    domain.prove()
    verified = domain.verify()
    assert (verified["status"], verified["verifyReason"]) == ("verified", None)
    assert verified["verifiedAt"] == verified["lastCheckedAt"] > failed["lastCheckedAt"]
    assert verified["score"] == failed["score"] + 8 == domain.made["score"] + 13
    assert panel.get(domain.path).json == domain.read() == verified
    facets = panel.get("/v1/domains?status=verified").json["facets"]
    assert facets == {"all": 1, "pending": 0, "verified": 1, "failed": 0}
    first = panel.get("/v1/audit-events").json[0]
    assert (first["event"], first["subjectId"]) == ("domain.verified", domain.made["id"])
    assert (first["actorKind"], first["actorId"]) == ("user", panel.person.user_id)


def test_each_method_over_http(panel: Panel, application: Application, internet: Internet) -> None:
    for method in ("script", "meta_tag", "file"):
        domain = Checked(panel, application, internet, method)
        token = domain.made["verifyToken"]
        path = "/.well-known/consent-verify.txt" if method == "file" else "/"
        internet.pages["https", domain.host, path] = {
            "script": f'<script async src="{application.settings.base_url}/v1/public/banner.js"'
            f' data-domain="{domain.id}"></script>',
            "meta_tag": f'<meta name="consent-verify" content="{token}">',
            "file": token,
        }[method].encode()
        verified = domain.verify()
        assert (verified["status"], verified["sslOk"]) == ("verified", True), method


def test_who_may_not_ask(
    panel: Panel, application: Application, internet: Internet, app: TestApp
) -> None:
    domain = Checked(panel, application, internet, "file")
    stranger = make_panel(app, application.now())
    stranger.post(f"{domain.path}/verify", status=404)
    panel.post(f"/v1/domains/{uuid.uuid4()}/verify", status=404)
    panel.post("/v1/domains/x/verify", status=400)
    app.post(f"{domain.path}/verify", status=401)
    give_role(application, panel, "viewer")
    assert domain.verify(403)["code"] == "forbidden"
    suspend(application, panel.organization["slug"])
    assert domain.verify(403)["code"] == "workspace_suspended"
    assert domain.row().last_checked_at is None
    assert not [request for request in internet.seen if domain.host in request]


def test_a_domain_is_checked_so_often_and_no_more(
    panel: Panel, app: TestApp, application: Application
) -> None:
    """Six a minute, ten times that in development; each workspace has its own limit."""
    path = f"/v1/domains/{uuid.uuid4()}/verify"
    for _ in range(60):
        panel.post(path, status=404)
    refused = panel.post(path, status=429)
    assert refused.json["code"] == "rate_limited"
    assert int(refused.headers["Retry-After"]) > 0
    panel.post(f"/v1/domains/{uuid.uuid4()}/verify", status=404)
    make_panel(app, application.now()).post(path, status=404)


# --- By itself ------------------------------------------------------------------------------------


def test_a_verified_domain_is_checked_weekly_and_fails_after_three(
    panel: Panel,
    application: Application,
    internet: Internet,
    clock: MovableClock,
    job: Job,
    mailbox: Mailbox,
) -> None:
    verify_address(job.harness, panel)
    clock.freeze()
    domain = Checked(panel, application, internet)
    domain.prove()
    verified_at = domain.verify()["verifiedAt"]
    assert domain.next_check_in() == timedelta(days=7)
    clock.move(days=7)
    job.run()
    assert domain.row().last_checked_at == clock()
    assert domain.read()["verifiedAt"] == verified_at
    domain.unprove()
    clock.move(days=7)
    for failures in (1, 2):
        job.run()
        still = domain.read()
        assert (still["status"], still["verifyReason"]) == ("verified", None)
        assert domain.row().failed_checks == failures
        assert domain.next_check_in() == timedelta(days=1)
        clock.move(days=1)
    assert [event.kind for event in domain.events()] == ["domain_added"]
    job.run()
    failed = domain.read()
    assert (failed["status"], failed["verifiedAt"]) == ("failed", None)
    reason = "The DNS record was not found yet; changes can take up to an hour."
    assert failed["verifyReason"] == reason
    message = domain.events()[-1]
    assert (message.kind, message.hostname, message.subject) == (
        "verification_failed",
        domain.host,
        reason,
    )
    with application.database.transaction() as session:
        audited = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.subject_id == domain.id)
            .order_by(AuditEvent.id.desc())
        ).first()
    assert audited is not None
    assert (audited.event, audited.actor_kind) == ("domain.verification_failed", "system")
    job.harness.run_jobs("workspaces.happened")
    mail = mailbox.to(panel.person.email)[-1]
    assert domain.host in mail["Subject"] + mailbox.text(mail)
    assert reason in mailbox.text(mail).replace("\n", " ")
    clock.move(days=1)
    job.run()
    assert len(domain.events()) == 2  # announced once
    domain.prove()
    clock.move(days=1)
    job.run()
    assert domain.read()["status"] == "verified"
    assert domain.row().failed_checks == 0


def test_a_successful_check_resets_the_count(
    panel: Panel, application: Application, internet: Internet, clock: MovableClock, job: Job
) -> None:
    clock.freeze()
    domain = Checked(panel, application, internet)
    domain.prove()
    domain.verify()
    for _ in range(2):
        domain.unprove()
        clock.move(days=7)
        job.run()
        clock.move(days=1)
        job.run()
        assert domain.row().failed_checks == 2
        domain.prove()
        clock.move(days=1)
        job.run()
        assert domain.row().failed_checks == 0
        assert domain.next_check_in() == timedelta(days=7)
    assert domain.read()["status"] == "verified"


def test_asking_often_fails_no_verified_domain(
    panel: Panel, application: Application, internet: Internet, clock: MovableClock, job: Job
) -> None:
    clock.freeze()
    domain = Checked(panel, application, internet)
    domain.prove()
    domain.verify()
    domain.unprove()
    for _ in range(5):
        clock.move(minutes=1)
        assert domain.verify()["status"] == "verified"
    assert domain.row().failed_checks == 0
    # The first of them brought the regular check forward; the others did not put it off.
    assert domain.next_check_in() == timedelta(days=1) - timedelta(minutes=4)


def test_a_batch_ends_while_a_worker_waits_for_its_jobs() -> None:
    assert BATCH <= MAX_CONCURRENT
    assert TOTAL_SECONDS + 1 < GRACE_SECONDS


def test_no_batch_begins_once_the_worker_is_to_end(
    panel: Panel,
    application: Application,
    internet: Internet,
    job: Job,
    clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    domain = Checked(panel, application, internet)
    clock.move(hours=2)
    ending = threading.Event()
    ending.set()
    with monkeypatch.context() as patch:
        patch.setattr(application, "ending", ending)
        job.run()
    assert domain.row().last_checked_at is None
    job.run()
    assert domain.row().last_checked_at is not None
