"""Groups: a workspace's named sets of domains."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.domains import queries
from consent_app.domains.events import (
    DomainGroupCreated,
    DomainGroupDeleted,
    DomainGroupRenamed,
)
from consent_app.domains.models import DomainGroup
from consent_app.errors import GroupNameTaken, NotFound, QuotaExceeded
from consent_app.events.event import Change
from consent_app.text import sort_key, trimmed
from consent_app.workspaces.service import lock_own_workspace

MAX_GROUPS = 200
"""How many groups a workspace may have."""


def list_groups(ctx: Context) -> list[tuple[DomainGroup, int]]:
    """Return the workspace's groups by name, each with the number of its domains."""
    # Not sorted by the database: its order depends on its collation.
    groups = queries.get_groups(ctx.session, ctx.workspace_id)
    return sorted(groups, key=lambda row: sort_key(row[0].name))


def create_group(ctx: Context, name: str) -> DomainGroup:
    """Create a group. Raises GroupNameTaken and QuotaExceeded."""
    session, workspace_id = ctx.session, ctx.workspace_id
    # One at a time, so that concurrent requests cannot both take the last place.
    lock_own_workspace(ctx)
    if queries.count_groups(session, workspace_id) >= MAX_GROUPS:
        raise QuotaExceeded(f"A workspace can have at most {MAX_GROUPS} groups. Delete one first.")
    group = DomainGroup(
        id=ctx.new_id(),
        workspace_id=workspace_id,
        name=trimmed(name) or "",
        created_at=ctx.now(),
    )
    with _unique_name(session):
        session.add(group)
    changes = (Change("name", None, group.name),)
    ctx.emit(DomainGroupCreated(subject_id=group.id, changes=changes))
    return group


def rename_group(ctx: Context, group_id: UUID, name: str) -> tuple[DomainGroup, int]:
    """Rename a group and return it with the number of its domains. Raises NotFound,
    GroupNameTaken."""
    session, workspace_id = ctx.session, ctx.workspace_id
    group = queries.lock_group(session, workspace_id, group_id)
    if group is None:
        raise NotFound
    before = group.name
    with _unique_name(session):
        group.name = trimmed(name) or ""
    changes = (Change("name", before, group.name),)
    ctx.emit(DomainGroupRenamed(subject_id=group_id, changes=changes))
    return group, queries.count_domains_in_group(session, workspace_id, group_id)


def delete_group(ctx: Context, group_id: UUID) -> None:
    """Delete a group. Its domains stay, without a group. Raises NotFound."""
    name = queries.delete_group(ctx.session, ctx.workspace_id, group_id)
    if name is None:
        raise NotFound
    changes = (Change("name", name, None),)
    ctx.emit(DomainGroupDeleted(subject_id=group_id, changes=changes))


def lock_group(ctx: Context, group_id: UUID | None) -> bool:
    """Lock the group against deletion. Return False if the workspace has no such group."""
    return group_id is None or bool(queries.lock_group_id(ctx.session, ctx.workspace_id, group_id))


@contextmanager
def _unique_name(session: Session) -> Iterator[None]:
    try:
        with session.begin_nested():
            yield
    except IntegrityError as error:
        if violates(
            error,
            "uq_domain_groups_workspace_id_name",
            "domain_groups.workspace_id, domain_groups.name",
        ):
            raise GroupNameTaken from None
        raise
