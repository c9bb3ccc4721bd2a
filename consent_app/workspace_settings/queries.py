"""Queries for the rows that determine a workspace's retention."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import exists, select
from sqlalchemy.orm import Session

from consent_app.domains.read_models import Domain
from consent_app.workspaces.read_models import Workspace


def has_domain_in(session: Session, workspace_id: UUID, region: str) -> bool:
    """Return whether a domain of the workspace declares this region."""
    return bool(
        session.scalar(
            select(exists().where(Domain.workspace_id == workspace_id, Domain.region == region))
        )
    )


def get_retentions(session: Session, region: str) -> list[tuple[int, bool]]:
    """Return each workspace's retention in months, and whether it has a domain in ``region``."""
    in_region = exists().where(Domain.workspace_id == Workspace.id, Domain.region == region)
    rows = session.execute(select(Workspace.retention_months, in_region))
    return [(row[0], bool(row[1])) for row in rows]
