"""Groups: names under which a workspace gathers its domains."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.db.constraints import violates
from consent_app.domains import group_queries
from consent_app.domains.models import DomainGroup
from consent_app.errors import GroupNameTaken, NotFound, QuotaExceeded
from consent_app.workspaces.service import lock_workspace

MOST_GROUPS = 200
"""How many groups a workspace may have."""

list_groups = group_queries.groups


def make_group(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    made_by: UUID,
    name: str,
) -> DomainGroup:
    """Make a group and return it. Raises GroupNameTaken and QuotaExceeded."""
    # One at a time, so that two at once cannot both take the last place.
    lock_workspace(session, workspace_id)
    if group_queries.count_groups(session, workspace_id) >= MOST_GROUPS:
        raise QuotaExceeded(f"A workspace has {MOST_GROUPS} groups at most. Delete one first.")
    group = DomainGroup(id=app.new_id(), workspace_id=workspace_id, name=name, created_at=app.now())
    with _one_name(session):
        session.add(group)
    event = Event("domain_group.created", made_by, workspace_id, group.id, detail={"name": name})
    record(session, app, source, event)
    return group


def rename_group(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    renamed_by: UUID,
    group_id: UUID,
    name: str,
) -> tuple[DomainGroup, int]:
    """Rename a group; return it with the number of its domains. Raises NotFound, GroupNameTaken."""
    with _one_name(session):
        group = group_queries.rename_group(session, workspace_id, group_id, name)
    if group is None:
        raise NotFound
    event = Event("domain_group.renamed", renamed_by, workspace_id, group_id, detail={"name": name})
    record(session, app, source, event)
    return group, group_queries.count_domains(session, workspace_id, group_id)


def delete_group(
    session: Session,
    app: Application,
    source: Source,
    workspace_id: UUID,
    deleted_by: UUID,
    group_id: UUID,
) -> None:
    """Delete a group; its domains stay, in none. Raises NotFound."""
    name = group_queries.delete_group(session, workspace_id, group_id)
    if name is None:
        raise NotFound
    event = Event("domain_group.deleted", deleted_by, workspace_id, group_id, detail={"name": name})
    record(session, app, source, event)


@contextmanager
def _one_name(session: Session) -> Iterator[None]:
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
