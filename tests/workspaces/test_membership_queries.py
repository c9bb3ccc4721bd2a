"""Memberships that change at the same instant: a workspace keeps an owner."""

from __future__ import annotations

from tests.support.factories import Panel
from tests.support.harness import Harness
from tests.support.simultaneous import again, at_once


def path(panel: Panel, of: Panel) -> str:
    (result,) = [
        member["id"]
        for member in panel.get("/v1/members").json
        if member["email"] == of.person.email
    ]
    return f"/v1/members/{result}"


def test_two_owners_who_leave_at_once_leave_one(
    harness: Harness, owners: tuple[Panel, Panel]
) -> None:
    paths = [(again(harness, owner), path(owner, owner)) for owner in owners]
    statuses = at_once(
        *(
            lambda panel=panel, at=at: panel.delete(at, expect_errors=True).status_int
            for panel, at in paths
        )
    )
    assert sorted(statuses) == [204, 409]


def test_two_owners_who_demote_each_other_leave_one(
    harness: Harness, owners: tuple[Panel, Panel]
) -> None:
    first, second = owners
    targets = [
        (again(harness, first), path(first, second)),
        (again(harness, second), path(first, first)),
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
