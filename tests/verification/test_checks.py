"""What checks change: over HTTP when asked, and by the job that comes by itself."""

from __future__ import annotations

import threading
import uuid
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from typing import Any

import pytest
from sqlalchemy import select, update
from webtest import TestApp

from consent_app.application import Application
from consent_app.billing.quota import PlanUsage
from consent_app.domains import schemas
from consent_app.domains.check_queries import claim_due_checks
from consent_app.domains.domains import DomainDetails
from consent_app.domains.models import Domain
from consent_app.events.models import AuditEvent
from consent_app.jobs.worker import Worker
from consent_app.notifications.models import FeedEvent
from consent_app.verification.checks import CLAIM
from consent_app.verification.jobs import CHECK_DUE
from consent_app.verification.verifier import Verifier
from consent_app.workspaces.models import Membership, Workspace
from tests.factories import Panel, make_panel, unique
from tests.mailbox import Mailbox
from tests.people import confirm
from tests.support.internet import Internet, SiteHandler, led_into
from tests.worlds import MovableClock, World


@pytest.fixture
def verifier(world: World, internet: Internet) -> Iterator[Verifier]:
    """The application's verifier, led into this machine's internet."""
    with led_into(internet, world.wsgi) as verifier:
        yield verifier


@pytest.fixture
def panel(app: TestApp, application: Application, verifier: Verifier) -> Panel:
    return make_panel(app, application.now())


class Checked:
    """A domain with its site, whose state tests look at."""

    def __init__(
        self, panel: Panel, application: Application, internet: Internet, method: str = "dns_txt"
    ) -> None:
        self.panel, self.application, self.internet = panel, application, internet
        self.host = f"{unique()}.com"
        body = {"hostname": self.host, "verifyMethod": method}
        self.made = panel.post("/v1/domains", body, status=201).json
        self.id = uuid.UUID(self.made["id"])
        self.path = f"/v1/domains/{self.id}"
        internet.host(self.host)

    def prove(self) -> None:
        name = f"_consent-verify.{self.host}"
        self.internet.zone[name, "TXT"] = [f'"{self.made["verifyToken"]}"']

    def unprove(self) -> None:
        self.internet.zone.pop((f"_consent-verify.{self.host}", "TXT"), None)

    def verify(self, status: int = 200) -> dict[str, Any]:
        answer: dict[str, Any] = self.panel.post(f"{self.path}/verify", status=status).json
        return answer

    def read(self) -> dict[str, Any]:
        """Return what would be answered: sessions end long before checks come."""
        usage = PlanUsage({self.id: "root"}, frozenset(), 1)
        return schemas.domain(DomainDetails(self.row(), usage))

    def row(self) -> Domain:
        with self.application.database.transaction() as session:
            return session.get_one(Domain, self.id)

    def next_check_in(self) -> timedelta:
        next_check_at = self.row().next_check_at
        assert next_check_at is not None
        return next_check_at - self.application.now()

    def events(self) -> list[FeedEvent]:
        with self.application.database.transaction() as session:
            return list(
                session.scalars(
                    select(FeedEvent).where(FeedEvent.domain_id == self.id).order_by(FeedEvent.id)
                )
            )


class Job:
    """The periodic job. The domains of other tests are not due."""

    def __init__(self, world: World) -> None:
        self.world = world
        with world.application.database.transaction() as session:
            far = world.application.now() + timedelta(days=3650)
            session.execute(update(Domain).values(next_check_at=far))

    def run(self) -> None:
        self.world.wsgi.registry.jobs.handlers[CHECK_DUE](self.world.application, {})


@pytest.fixture
def job(world: World, verifier: Verifier) -> Job:
    return Job(world)


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


def test_nothing_of_the_database_is_held_while_a_site_is_waited_for(
    panel: Panel, application: Application, internet: Internet
) -> None:
    domain = Checked(panel, application, internet, "file")
    pool: Any = application.database.engine.pool
    # What records receipts keeps a connection of its own for a while.
    before = pool.checkedout()
    seen: list[Any] = []

    def look(handler: SiteHandler) -> None:
        seen.append(pool.checkedout() <= before)
        seen.append(panel.post("/v1/domain-groups", {"name": "Made meanwhile"}).status_int)
        handler.answer(200, domain.made["verifyToken"].encode())

    internet.pages["https", domain.host, "/.well-known/consent-verify.txt"] = look
    assert domain.verify()["status"] == "verified"
    assert seen == [True, 201]


def test_what_changes_while_a_domain_is_checked(
    panel: Panel, application: Application, internet: Internet
) -> None:
    domain = Checked(panel, application, internet, "file")

    def change(handler: SiteHandler) -> None:
        panel.patch(domain.path, {"verifyMethod": "dns_txt"}, status=200)
        handler.answer(200, domain.made["verifyToken"].encode())

    def delete(handler: SiteHandler) -> None:
        panel.delete(domain.path, status=204)
        handler.answer(200, domain.made["verifyToken"].encode())

    file = ("https", domain.host, "/.well-known/consent-verify.txt")
    internet.pages[file] = change
    unchanged = domain.verify()
    assert (unchanged["status"], unchanged["lastCheckedAt"]) == ("pending", None)
    panel.patch(domain.path, {"verifyMethod": "file"}, status=200)
    internet.pages[file] = delete
    assert domain.verify(404)["code"] == "not_found"


def test_who_may_not_ask(
    panel: Panel, application: Application, internet: Internet, app: TestApp
) -> None:
    domain = Checked(panel, application, internet)
    stranger = make_panel(app, application.now())
    stranger.post(f"{domain.path}/verify", status=404)
    panel.post(f"/v1/domains/{uuid.uuid4()}/verify", status=404)
    panel.post("/v1/domains/x/verify", status=400)
    app.post(f"{domain.path}/verify", status=401)
    with application.database.transaction() as session:
        session.execute(
            update(Membership)
            .where(Membership.user_id == uuid.UUID(panel.person.user_id))
            .values(role="viewer")
        )
    assert domain.verify(403)["code"] == "forbidden"
    with application.database.transaction() as session:
        session.execute(
            update(Workspace)
            .where(Workspace.slug == panel.organization["slug"])
            .values(suspended_at=application.now())
        )
    assert domain.verify(403)["code"] == "workspace_suspended"
    assert domain.row().last_checked_at is None


def test_a_domain_is_checked_so_often_and_no_more(
    panel: Panel, app: TestApp, application: Application
) -> None:
    """Six a minute, ten times that in development; another workspace uses up nobody's."""
    path = f"/v1/domains/{uuid.uuid4()}/verify"
    for _ in range(60):
        panel.post(path, status=404)
    refused = panel.post(path, status=429)
    assert refused.json["code"] == "rate_limited"
    assert int(refused.headers["Retry-After"]) > 0
    panel.post(f"/v1/domains/{uuid.uuid4()}/verify", status=404)
    make_panel(app, application.now()).post(path, status=404)


def test_most_threads_are_left_to_others(
    panel: Panel, application: Application, internet: Internet, verifier: Verifier
) -> None:
    """A quarter of them may wait for sites; whoever comes then is told to come again."""
    domain = Checked(panel, application, internet, "file")
    begun, end = threading.Semaphore(0), threading.Event()

    def wait(handler: SiteHandler) -> None:
        begun.release()
        end.wait(4)
        handler.answer(404)

    internet.pages["https", domain.host, "/.well-known/consent-verify.txt"] = wait
    slots = application.settings.threads // 4
    with ThreadPoolExecutor(slots) as pool:
        waiting = [pool.submit(domain.verify) for _ in range(slots)]
        for _ in range(slots):
            assert begun.acquire(timeout=4)
        refused = panel.post(f"{domain.path}/verify", status=503)
        end.set()
        assert all(each.result()["status"] == "pending" for each in waiting)
    assert refused.json["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) > 0
    domain.verify()


# --- By itself ------------------------------------------------------------------------------------


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


def test_a_verified_domain_is_checked_weekly_and_fails_after_three(
    panel: Panel,
    application: Application,
    internet: Internet,
    clock: MovableClock,
    job: Job,
    mailbox: Mailbox,
) -> None:
    confirm(job.world, panel)
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
    told = domain.events()[-1]
    assert (told.kind, told.hostname, told.subject) == ("verification_failed", domain.host, reason)
    with application.database.transaction() as session:
        audited = session.scalars(
            select(AuditEvent)
            .where(AuditEvent.subject_id == domain.id)
            .order_by(AuditEvent.id.desc())
        ).first()
    assert audited is not None
    assert (audited.event, audited.actor_kind) == ("domain.verification_failed", "system")
    Worker(application, job.world.wsgi.registry.jobs).run_due("workspaces.happened")
    mail = mailbox.to(panel.person.email)[-1]
    assert domain.host in mail["Subject"] + mailbox.text(mail)
    assert reason in mailbox.text(mail).replace("\n", " ")
    clock.move(days=1)
    job.run()
    assert len(domain.events()) == 2  # told once
    domain.prove()
    clock.move(days=1)
    job.run()
    assert domain.read()["status"] == "verified"
    assert domain.row().failed_checks == 0


def test_a_check_that_succeeds_begins_the_count_anew(
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
            return [each.id for each in claim_due_checks(session, now, CLAIM, 2).targets]

    with ThreadPoolExecutor(4) as pool:
        taken = [found for claimed in pool.map(claim, range(4)) for found in claimed]
    # What a colleague was taking is passed over, and there for whoever looks again.
    taken += claim_rest(application, now)
    assert sorted(taken) == sorted(domain.id for domain in domains)
    assert claim_rest(application, now) == []
    assert len(claim_rest(application, now + CLAIM)) == 3


def claim_rest(application: Application, now: Any) -> list[uuid.UUID]:
    with application.database.transaction() as session:
        return [each.id for each in claim_due_checks(session, now, CLAIM, 100).targets]


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
