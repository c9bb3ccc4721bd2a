"""People who act at the same instant: a workspace keeps an owner, and one is told what changed.

``RACE_ROUNDS`` and ``RACE_AT_ONCE`` make a longer run of it (CONTRIBUTING.md says how).
"""

from __future__ import annotations

import os
import uuid
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.notifications.weekly_summary import begin_week
from consent_app.unsubscribing.unsubscribing import new_token
from tests.factories import Panel, make_panel, make_site, unique
from tests.people import inviting, join
from tests.worlds import MovableClock, World

AT_ONCE = int(os.environ.get("RACE_AT_ONCE", "10"))
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))

if ROUNDS > 1:

    @pytest.fixture(autouse=True, params=range(ROUNDS))
    def _round() -> None:
        """One round."""


def at_once(*calls: Callable[[], Any]) -> list[Any]:
    """Make the calls at the same instant; return what they gave, in their order."""
    gate = Barrier(len(calls))

    def run(call: Callable[[], Any]) -> Any:
        gate.wait()
        return call()

    with ThreadPoolExecutor(len(calls)) as pool:
        return list(pool.map(run, calls))


def path(panel: Panel, of: Panel) -> str:
    (found,) = [
        each["id"] for each in panel.get("/v1/members").json if each["email"] == of.person.email
    ]
    return f"/v1/members/{found}"


def again(world: World, panel: Panel) -> Panel:
    """The same panel with a client of its own."""
    return Panel(world.client(), panel.person, panel.access_token, "", panel.organization)


@pytest.fixture
def owners(world: World, app: TestApp, application: Application) -> tuple[Panel, Panel]:
    first = make_panel(app, application.now())
    return first, join(world, first, "owner")


def test_two_owners_who_leave_at_once_leave_one(world: World, owners: tuple[Panel, Panel]) -> None:
    paths = [(again(world, each), path(each, each)) for each in owners]
    statuses = at_once(
        *(
            lambda panel=panel, at=at: panel.delete(at, expect_errors=True).status_int
            for panel, at in paths
        )
    )
    assert sorted(statuses) == [204, 409]


def test_two_owners_who_demote_each_other_leave_one(
    world: World, owners: tuple[Panel, Panel]
) -> None:
    first, second = owners
    targets = [
        (again(world, first), path(first, second)),
        (again(world, second), path(first, first)),
    ]
    body = {"role": "viewer"}
    statuses = at_once(
        *(
            lambda panel=panel, at=at: panel.patch(at, body, expect_errors=True).status_int
            for panel, at in targets
        )
    )
    # Who came second is a viewer by then, before the request or while it waited.
    assert sorted(statuses) == [200, 403]


def test_of_many_at_once_one_was_not_unsubscribed_before(
    world: World, application: Application
) -> None:
    token = new_token(application, f"{unique()}@example.com", uuid.uuid4())

    def unsubscribe() -> dict[str, Any]:
        url = f"/v1/unsubscribe/one-click?token={token}"
        answer: dict[str, Any] = world.client().post(url, status=200).json
        return answer

    answers = at_once(*[unsubscribe] * AT_ONCE)
    already = Counter(answer["alreadyUnsubscribed"] for answer in answers)
    assert already == {False: 1, True: AT_ONCE - 1}
    assert all(answer["unsubscribed"] for answer in answers)


def test_one_invitation_of_an_address_is_left(world: World, owners: tuple[Panel, Panel]) -> None:
    body = {"email": f"{unique()}@example.com", "role": "viewer"}
    panels = [again(world, owners[number % 2]) for number in range(AT_ONCE)]
    statuses = at_once(
        *(
            lambda panel=panel: inviting(panel).post("/v1/invitations", body, status=201).status_int
            for panel in panels
        )
    )
    assert statuses == [201] * AT_ONCE
    listed = [each["email"] for each in owners[0].get("/v1/invitations").json]
    assert listed == [body["email"]]


def test_workers_at_once_begin_a_week_once(
    app: TestApp, clock: MovableClock, application: Application
) -> None:
    make_site(make_panel(app, clock()))
    monday = clock.move(days=(7 - clock().weekday()) % 7 or 7)
    clock.freeze(monday.replace(hour=6, minute=0, second=0, microsecond=0))
    counts = at_once(*[lambda: begin_week(application)] * 3)
    assert sum(counts) >= 1
    assert begin_week(application) == 0
