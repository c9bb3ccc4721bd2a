"""Row locks of PostgreSQL: what one transaction does while another holds the workspace or a row."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from uuid import UUID, uuid4

import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.domains import queries
from consent_app.events.models import AuditEvent
from consent_app.workspaces.membership_queries import lock_workspaces
from consent_app.workspaces.queries import lock_workspace, lock_workspace_by_slug
from consent_app.workspaces.read_models import Workspace
from tests.support.domains import add
from tests.support.factories import Panel
from tests.support.waiting import until

pytestmark = pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)


def _add_event(session: Session, panel: Panel, user_id: str | None = None) -> None:
    session.execute(text("SET LOCAL lock_timeout = '2s'"))
    session.add(
        AuditEvent(
            id=new_id(),
            workspace_id=UUID(panel.organization["id"]),
            actor_kind="user",
            actor_id=UUID(user_id) if user_id else None,
            event="domain.changed",
            outcome="success",
            detail=[],
        )
    )
    session.flush()


def test_a_locked_workspace_or_domain_does_not_stop_the_audit_events_of_others(
    panel: Panel, application: Application
) -> None:
    workspace_id = UUID(panel.organization["id"])
    domain_id = UUID(add(panel)["id"])
    user_id = panel.person.user_id
    locks: tuple[Callable[[Session], object], ...] = (
        lambda session: lock_workspace(session, workspace_id),
        lambda session: lock_workspace_by_slug(session, panel.organization["slug"]),
        lambda session: lock_workspaces(session, UUID(user_id)),
        lambda session: queries.lock_domain(session, workspace_id, domain_id),
    )
    for lock in locks:
        with application.database.transaction() as holder:
            assert lock(holder)
            with application.database.autonomous_transaction() as other:
                _add_event(other, panel, user_id)


def test_a_workspace_stays_while_its_rows_are_locked(
    panel: Panel, application: Application
) -> None:
    # The deletion of a workspace locks it and then its rows. In the other order, the two would wait
    # for each other.
    workspace_id = UUID(panel.organization["id"])
    domain_id = UUID(add(panel)["id"])
    group_id = UUID(panel.post("/v1/domain-groups", {"name": "Shops"}, status=201).json["id"])
    locks: tuple[Callable[[Session], object], ...] = (
        lambda session: queries.lock_domain(session, workspace_id, domain_id),
        lambda session: queries.lock_group(session, workspace_id, group_id),
        lambda session: queries.lock_group_id(session, workspace_id, group_id),
        lambda session: queries.delete_domain(session, workspace_id, uuid4()),
        lambda session: queries.delete_group(session, workspace_id, group_id),
    )
    for lock in locks:
        with application.database.transaction() as holder:
            lock(holder)
            with (
                pytest.raises(OperationalError, match="could not obtain lock"),
                application.database.autonomous_transaction() as other,
            ):
                other.execute(
                    select(Workspace.id)
                    .where(Workspace.id == workspace_id)
                    .with_for_update(nowait=True)
                )


def test_the_deletion_of_a_group_locks_its_domains_in_the_order_of_all_locks(
    panel: Panel, application: Application
) -> None:
    workspace_id = UUID(panel.organization["id"])
    group_id = UUID(panel.post("/v1/domain-groups", {"name": "Brands"}, status=201).json["id"])
    first, second = (UUID(add(panel, groupId=str(group_id))["id"]) for _ in range(2))
    # PostgreSQL now finds the second one first.
    panel.patch(f"/v1/domains/{first}", {"region": "EU"}, status=200)

    def is_waiting() -> bool:
        statement = text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
        with application.database.autonomous_transaction() as session:
            return bool(session.scalar(statement))

    with ThreadPoolExecutor(1) as pool, application.database.transaction() as holder:
        queries.lock_domain(holder, workspace_id, first)
        deletion = pool.submit(panel.delete, f"/v1/domain-groups/{group_id}", status=204)
        until(is_waiting)
        with application.database.autonomous_transaction() as other:
            other.execute(text("SET LOCAL lock_timeout = '2s'"))
            assert queries.lock_domain(other, workspace_id, second)
        holder.commit()
        deletion.result()
