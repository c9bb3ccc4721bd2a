"""Queries over a workspace's groups of domains."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import delete, func, select, update
from sqlalchemy.orm import Session

from consent_app.domains.models import Domain, DomainGroup


def groups(session: Session, workspace_id: UUID) -> list[tuple[DomainGroup, int]]:
    """Return the workspace's groups by name, each with the number of its domains."""
    rows = session.execute(
        select(DomainGroup, func.count(Domain.id))
        .outerjoin(Domain, Domain.group_id == DomainGroup.id)
        .where(DomainGroup.workspace_id == workspace_id)
        .group_by(DomainGroup.id)
        .order_by(func.lower(DomainGroup.name), DomainGroup.id)
    )
    return [(row[0], row[1]) for row in rows]


def count_groups(session: Session, workspace_id: UUID) -> int:
    """Return how many groups the workspace has."""
    count = select(func.count()).where(DomainGroup.workspace_id == workspace_id)
    return session.scalar(count) or 0


def count_domains(session: Session, workspace_id: UUID, group_id: UUID) -> int:
    """Return how many domains a group has."""
    count = session.scalar(
        select(func.count()).where(Domain.workspace_id == workspace_id, Domain.group_id == group_id)
    )
    return count or 0


def rename_group(
    session: Session, workspace_id: UUID, group_id: UUID, name: str
) -> DomainGroup | None:
    """Rename the workspace's group and return it; None where there is none."""
    return session.scalars(
        update(DomainGroup)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .values(name=name)
        .returning(DomainGroup)
        .execution_options(synchronize_session=False)
    ).one_or_none()


def delete_group(session: Session, workspace_id: UUID, group_id: UUID) -> str | None:
    """Delete the workspace's group and return its name; None where there is none."""
    return session.scalar(
        delete(DomainGroup)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .returning(DomainGroup.name)
        .execution_options(synchronize_session=False)
    )
