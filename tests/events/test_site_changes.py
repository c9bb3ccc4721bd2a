"""What visitors notice applies at once in the process that changed it, and within two seconds in
others: here two applications on one database."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from dataclasses import replace
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.pool import QueuePool

from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.ids import lowest_id, new_id
from consent_app.events import site_changes
from consent_app.events.queries import get_site_changes
from consent_app.events.retention import prune
from consent_app.events.site_changes import LOOK_BACK, ChangedSite, SiteChanges
from consent_app.workspaces.admin import delete_workspace, suspend_workspace
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness, MovableClock, make_harness
from tests.support.visitor_data import is_address_kept, keep_nothing

_neighbours: dict[str, Harness] = {}


@pytest.fixture
def neighbour(harness: Harness, dialect: str, clock: MovableClock) -> Iterator[Harness]:
    """Another process on the same database."""
    if dialect not in _neighbours:
        _neighbours[dialect] = make_harness(harness.application.settings)
    _neighbours[dialect].application.clock = clock
    yield _neighbours[dialect]
    _neighbours[dialect].application.database.dispose()


def through(harness: Harness, site: Site) -> Site:
    """Return the site as a visitor whom another process answers."""
    return replace(site, panel=replace(site.panel, app=harness.client()))


Change = Callable[[Site], Any]
Look = Callable[[Site], Any]


def delete(site: Site) -> None:
    site.panel.delete(f"/v1/domains/{site.id}", status=204)


def publish(site: Site) -> None:
    site.panel.post(f"/v1/domains/{site.id}/banner/publish", status=200)


def decision_status(site: Site) -> int:
    return site.decide(status="*").status_int


def impression_status(site: Site) -> int:
    path = f"/v1/public/domains/{site.id}/impressions"
    origin = {"Origin": site.origin}
    return site.panel.app.post(path, headers=origin, status="*").status_int


def banner_version(site: Site) -> int | None:
    response = site.panel.app.get(f"/v1/public/domains/{site.id}/banner", status="*")
    return response.json.get("version")


CASES = [
    (is_address_kept, keep_nothing, True, False),
    (decision_status, delete, 201, 404),
    (impression_status, delete, 204, 404),
    (banner_version, publish, 1, 2),
    (banner_version, delete, 1, None),
]


@pytest.mark.parametrize(("look", "change", "before", "after"), CASES)
def test_the_process_that_made_a_change_applies_it_immediately(
    site: Site, look: Look, change: Change, before: Any, after: Any, clock: MovableClock
) -> None:
    clock.freeze()
    assert look(site) == before
    change(site)
    assert look(site) == after


@pytest.mark.parametrize(("look", "change", "before", "after"), CASES)
def test_other_processes_apply_a_change_within_two_seconds(
    site: Site,
    neighbour: Harness,
    look: Look,
    change: Change,
    before: Any,
    after: Any,
    clock: MovableClock,
) -> None:
    clock.freeze()
    elsewhere = through(neighbour, site)
    assert look(elsewhere) == before
    change(site)
    clock.move(seconds=2)
    assert look(elsewhere) == after


def test_a_process_with_a_stale_cache_records_nothing_for_a_deleted_domain(
    site: Site, neighbour: Harness, clock: MovableClock
) -> None:
    clock.freeze()
    elsewhere = through(neighbour, site)
    first = elsewhere.decide().json
    assert first["domainDeleted"] is False
    delete(site)
    key = {"Idempotency-Key": "5f0c3a52-6c53-4b9e-9a38-0f7a4a0a8f0e"}
    assert elsewhere.decide(status=404).json["code"] == "not_found"
    assert elsewhere.decide(status=404, headers=key).json["code"] == "not_found"
    assert [row["domainDeleted"] for row in site.receipts()] == [True]


@pytest.mark.cluster
def test_domains_of_a_suspended_workspace_accept_withdrawals_only(
    site: Site, neighbour: Harness, application: Application, clock: MovableClock
) -> None:
    clock.freeze()
    elsewhere = through(neighbour, site)
    first = elsewhere.decide().json
    site.decide()
    with Context.of_operator(application).transaction() as ctx:
        suspend_workspace(ctx, site.panel.organization["slug"])
    assert site.decide(status=403).json["code"] == "domain_on_hold"
    clock.move(seconds=2)
    assert elsewhere.decide(status=403).json["code"] == "domain_on_hold"
    none = dict.fromkeys(("analytics", "marketing", "preferences"), False)
    former = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    elsewhere.decide(action="custom", **none | {"analytics": True}, **former)
    # A proof of somebody else's receipt changes nothing here.
    other_receipt = make_site(make_panel(site.panel.app, clock())).decide().json
    foreign_proof = {
        "formerReceiptId": other_receipt["id"],
        "formerProofToken": other_receipt["proofToken"],
    }
    assert elsewhere.decide(status=403, **foreign_proof).json["code"] == "domain_on_hold"
    elsewhere.decide(action="reject_all", **none)
    assert len(site.receipts()) == 4


def test_changes_that_every_process_has_read_are_deleted(
    site: Site, application: Application, clock: MovableClock
) -> None:
    keep_nothing(site)
    since = lowest_id(clock() - LOOK_BACK)

    def is_change_stored() -> bool:
        with application.database.session(read_only=True) as session:
            return any(str(row.domain_id) == site.id for row in get_site_changes(session, since))

    assert is_change_stored()
    clock.move(minutes=2)
    prune(application, {})
    assert not is_change_stored()


def test_the_sites_of_a_deleted_workspace_are_unknown(
    harness: Harness, neighbour: Harness, clock: MovableClock
) -> None:
    clock.freeze()
    site = make_site(make_panel(harness.client(), clock()))
    sites = [site, through(neighbour, site)]
    path, headers = f"/v1/public/domains/{site.id}/impressions", {"Origin": site.origin}
    for one in sites:
        one.panel.app.post(path, headers=headers, status=204)
    with Context.of_operator(harness.application).transaction() as ctx:
        delete_workspace(ctx, site.panel.organization["slug"])
    clock.move(seconds=2)
    for one in sites:
        one.panel.app.post(path, headers=headers, status=404)


def test_a_process_that_answers_no_visitors_remembers_the_changes_of_a_minute(
    application: Application, clock: MovableClock
) -> None:
    clock.freeze()
    changes = SiteChanges(application)
    for _ in range(20):
        for _ in range(5):
            changes.apply(ChangedSite(new_id(clock()), new_id(), None))
        clock.move(seconds=30)
    assert len(changes._applied_ids) <= 15


def test_a_change_that_was_applied_is_not_applied_again_with_the_next_check(
    application: Application, site: Site, clock: MovableClock
) -> None:
    clock.freeze()
    keep_nothing(site)
    changes = SiteChanges(application)
    applied: list[object] = []
    changes.follow(lambda *ids: applied.append(ids))
    own = (UUID(site.panel.organization["id"]), UUID(site.id))
    changes.read_new()
    count = applied.count(own)
    for _ in range(3):
        clock.move(seconds=2)
        changes.read_new()
    assert applied.count(own) == count > 0


def test_while_a_check_hangs_look_ups_use_the_cache(
    application: Application, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    if application.database.dialect == "sqlite":
        return  # its readers wait for nobody
    monkeypatch.setattr(site_changes, "STUCK_SECONDS", 0.2)
    clock.freeze()
    changes = SiteChanges(application)
    with ThreadPoolExecutor(1) as pool:
        with application.database.engine.begin() as connection:
            connection.exec_driver_sql("LOCK TABLE site_changes IN ACCESS EXCLUSIVE MODE")
            check = pool.submit(changes.read_new)
            while not changes._lock.locked():
                time.sleep(0.01)
            changes.read_new()
            # Once one has waited in vain, the others do not.
            monkeypatch.setattr(site_changes, "STUCK_SECONDS", 20.0)
            began = time.monotonic()
            changes.read_new()
            assert time.monotonic() - began < 20
            assert not check.done()
        check.result(30)
    assert not changes._is_stuck


def test_without_a_free_connection_look_ups_use_the_cache(
    site: Site, neighbour: Harness, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.freeze()
    elsewhere = through(neighbour, site)
    assert banner_version(elsewhere) == 1
    engine = neighbour.application.database.engine
    assert isinstance(engine.pool, QueuePool)
    monkeypatch.setattr(engine.pool, "_timeout", 0.1)
    with ExitStack() as connections:
        while engine.pool.checkedout() < engine.pool.size():
            connections.enter_context(engine.connect())
        clock.move(seconds=2)
        assert banner_version(elsewhere) == 1
