"""Simultaneous changes of members: a workspace keeps an owner, and one caller gets a conflict.

``RACE_ROUNDS`` and ``RACE_AT_ONCE`` make a longer run of it (CONTRIBUTING.md says how).
"""

from __future__ import annotations

import os
import uuid
from collections import Counter
from typing import Any

from webtest import TestApp

from consent_app.application import Application
from consent_app.notifications.weekly_summary import begin_week
from consent_app.unsubscription.unsubscription import new_token
from tests.support.concurrent_calls import again, at_once
from tests.support.factories import Panel, make_panel, make_site, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting

AT_ONCE = int(os.environ.get("RACE_AT_ONCE", "10"))
ROUNDS = int(os.environ.get("RACE_ROUNDS", "1"))


def test_of_many_simultaneous_calls_one_unsubscribes(
    harness: Harness, application: Application
) -> None:
    token = new_token(application, f"{unique()}@example.com", uuid.uuid4())

    def unsubscribe() -> dict[str, Any]:
        url = f"/v1/unsubscribe/one-click?token={token}"
        answer: dict[str, Any] = harness.client().post(url, status=200).json
        return answer

    answers = at_once(*[unsubscribe] * AT_ONCE)
    already = Counter(answer["alreadyUnsubscribed"] for answer in answers)
    assert already == {False: 1, True: AT_ONCE - 1}
    assert all(answer["unsubscribed"] for answer in answers)


def test_one_invitation_of_an_address_is_left(
    harness: Harness, owners: tuple[Panel, Panel]
) -> None:
    body = {"email": f"{unique()}@example.com", "role": "viewer"}
    panels = [again(harness, owners[number % 2]) for number in range(AT_ONCE)]
    statuses = at_once(
        *(
            lambda panel=panel: inviting(panel).post("/v1/invitations", body, status=201).status_int
            for panel in panels
        )
    )
    assert statuses == [201] * AT_ONCE
    listed = [invitation["email"] for invitation in owners[0].get("/v1/invitations").json]
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
