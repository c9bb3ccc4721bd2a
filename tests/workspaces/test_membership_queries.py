"""Memberships of one workspace, and those that change at the same instant."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.workspaces import membership_queries as queries
from consent_app.workspaces.models import Membership
from tests.support.concurrent_calls import again, at_once
from tests.support.factories import Panel, make_panel
from tests.support.harness import Harness


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


def roles(session: Session, user_id: UUID) -> list[tuple[UUID, str]]:
    accesses = queries.get_accesses(session, user_id)
    return [(access.workspace.id, access.role) for access in accesses]


def test_a_role_counts_in_its_workspace_only(app: TestApp, application: Application) -> None:
    now = application.now()
    panels = [make_panel(app, now) for _ in range(2)]
    user_id, host_id = (UUID(panel.person.user_id) for panel in panels)
    own, other = (UUID(panel.organization["id"]) for panel in panels)
    with application.database.transaction() as session:
        session.add(
            Membership(
                id=new_id(), workspace_id=other, user_id=user_id, role="admin", created_at=now
            )
        )
        session.flush()
        both = [queries.get_role(session, workspace_id, user_id) for workspace_id in (own, other)]
        assert both == ["owner", "admin"]
        has_other = [queries.has_other_owner(session, other, id) for id in (user_id, host_id)]
        assert has_other == [True, False]
        assert not queries.would_lose_its_owner(session, user_id)
        assert queries.would_lose_its_owner(session, host_id)
        queries.set_role(session, other, user_id, "viewer")
        assert roles(session, user_id) == [(own, "owner"), (other, "viewer")]
        queries.set_role(session, other, host_id, "admin")
        ownerless = [queries.is_ownerless(session, id) for id in (own, other)]
        assert ownerless == [False, True]
        queries.delete_membership(session, other, user_id)
        assert roles(session, user_id) == [(own, "owner")]
        assert roles(session, host_id) == [(other, "admin")]
