"""Simultaneous changes of members: a workspace keeps an owner, and one caller gets a conflict.

``RACE_ROUNDS`` and ``RACE_AT_ONCE`` make a longer run of it (CONTRIBUTING.md says how).
"""

from __future__ import annotations

import os
import uuid
from collections import Counter
from collections.abc import Callable
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy.orm import Session
from webtest import TestApp, TestResponse

from consent_app.application import Application
from consent_app.notifications.weekly_summary import begin_week
from consent_app.unsubscription.unsubscription import new_token
from consent_app.workspaces.membership_queries import delete_membership, set_role
from consent_app.workspaces.queries import lock_workspace
from tests.support.concurrent_calls import again, at_once
from tests.support.factories import Panel, make_panel, make_site, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, join
from tests.support.waiting import call_within

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


def invite(caller: Panel, member: str, invitation: str) -> TestResponse:
    body = {"email": f"{unique()}@example.com", "role": "viewer"}
    return caller.post("/v1/invitations", body, expect_errors=True)


def change(caller: Panel, member: str, invitation: str) -> TestResponse:
    return caller.patch(member, {"role": "viewer"}, expect_errors=True)


def remove(caller: Panel, member: str, invitation: str) -> TestResponse:
    return caller.delete(member, expect_errors=True)


def revoke(caller: Panel, member: str, invitation: str) -> TestResponse:
    return caller.delete(invitation, expect_errors=True)


def demote(session: Session, workspace_id: UUID, user_id: UUID) -> None:
    set_role(session, workspace_id, user_id, "viewer")


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
@pytest.mark.parametrize(("lose", "refusals"), [(demote, {403}), (delete_membership, {401, 403})])
@pytest.mark.parametrize("act", [invite, change, remove, revoke])
def test_nobody_acts_with_a_role_that_they_lost_while_they_waited(
    harness: Harness,
    application: Application,
    owners: tuple[Panel, Panel],
    act: Callable[[Panel, str, str], TestResponse],
    lose: Callable[[Session, UUID, UUID], None],
    refusals: set[int],
) -> None:
    owner, caller = owners
    inviting(caller)
    workspace_id, user_id = UUID(owner.organization["id"]), UUID(caller.person.user_id)
    email = join(harness, owner, "viewer").person.email
    (member_id,) = (row["id"] for row in owner.get("/v1/members").json if row["email"] == email)
    body = {"email": f"{unique()}@example.com", "role": "viewer"}
    invitation = inviting(owner).post("/v1/invitations", body, status=201).json
    called = call_within(
        application,
        lambda session: lock_workspace(session, workspace_id),
        lambda: act(caller, f"/v1/members/{member_id}", f"/v1/invitations/{invitation['id']}"),
        lambda session: lose(session, workspace_id, user_id),
    )
    assert called.result().status_int in refusals
    assert email in {row["email"] for row in owner.get("/v1/members").json}
    assert owner.get("/v1/invitations").json == [invitation]


def test_workers_at_once_begin_a_week_once(
    app: TestApp, clock: MovableClock, application: Application
) -> None:
    make_site(make_panel(app, clock()))
    monday = clock.move(days=(7 - clock().weekday()) % 7 or 7)
    clock.freeze(monday.replace(hour=6, minute=0, second=0, microsecond=0))
    counts = at_once(*[lambda: begin_week(application)] * 3)
    assert sum(counts) >= 1
    assert begin_week(application) == 0
