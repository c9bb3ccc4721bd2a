"""Queries over a workspace's domains and their groups, rules and conditions."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from consent_app.billing.service import BilledSite
from consent_app.domains.models import Domain, DomainGroup, DomainRule
from consent_app.net.hostname import as_a_labels
from consent_app.workspaces.read_models import Workspace


@dataclass(frozen=True, slots=True)
class DomainFilters:
    """The filters of a list of domains. None means no filter."""

    status: str | None = None
    q: str | None = None
    group_id: UUID | None = None
    region: str | None = None


def count_unverified(session: Session, workspace_id: UUID) -> int:
    """Return the number of the workspace's unverified domains."""
    count = select(func.count()).where(
        Domain.workspace_id == workspace_id, Domain.status.in_(("pending", "failed"))
    )
    return session.scalar(count) or 0


def get_billed_sites(session: Session, workspace_id: UUID) -> list[BilledSite]:
    """Return every domain of the workspace as billing needs it, in the order they were added."""
    rows = session.execute(
        select(Domain.id, Domain.hostname, Domain.root_domain)
        .where(Domain.workspace_id == workspace_id)
        .order_by(Domain.id)
    )
    return [BilledSite(*row) for row in rows]


def get_page(
    session: Session, workspace_id: UUID, filters: DomainFilters, limit: int, cursor: UUID | None
) -> list[Domain]:
    """Return up to ``limit`` domains, newest first, after ``cursor``."""
    statement = select(Domain).where(*_conditions(workspace_id, filters))
    if filters.status is not None:
        statement = statement.where(Domain.status == filters.status)
    if cursor is not None:
        statement = statement.where(Domain.id < cursor)
    return list(session.scalars(statement.order_by(Domain.id.desc()).limit(limit)))


def search_domains(session: Session, workspace_id: UUID, q: str, limit: int) -> list[Domain]:
    """Return the newest of a workspace's domains with ``q`` in their hostname."""
    return get_page(session, workspace_id, DomainFilters(q=q), limit, None)


def count_by_status(session: Session, workspace_id: UUID, filters: DomainFilters) -> dict[str, int]:
    """Return the number of domains with each status, by all filters except ``status``."""
    rows = session.execute(
        select(Domain.status, func.count())
        .where(*_conditions(workspace_id, filters))
        .group_by(Domain.status)
    )
    return {row[0]: row[1] for row in rows}


def get_domain(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain | None:
    """Return the workspace's domain, or None."""
    return session.scalars(
        select(Domain).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()


def get_domains(session: Session, workspace_id: UUID, ids: Iterable[UUID]) -> list[Domain]:
    """Return those of the domains that belong to the workspace, ordered by id."""
    return list(
        session.scalars(
            select(Domain)
            .where(Domain.workspace_id == workspace_id, Domain.id.in_(list(ids)))
            .order_by(Domain.id)
        )
    )


def get_domain_for_visitors(session: Session, domain_id: UUID) -> Domain | None:
    """Return a domain by its id only, as a visitor's page names it, or None."""
    return session.get(Domain, domain_id)


def get_overrides(session: Session, domain_id: UUID) -> list[DomainRule]:
    """Return a domain's overrides."""
    return list(session.scalars(select(DomainRule).where(DomainRule.domain_id == domain_id)))


def get_overrides_by_domain(session: Session, ids: Iterable[UUID]) -> dict[UUID, list[DomainRule]]:
    """Return the overrides of each domain. Domains without any are left out."""
    overrides: dict[UUID, list[DomainRule]] = {}
    rows = session.scalars(select(DomainRule).where(DomainRule.domain_id.in_(list(ids))))
    for row in rows:
        overrides.setdefault(row.domain_id, []).append(row)
    return overrides


def get_rule_shares(session: Session, workspace_id: UUID) -> dict[UUID, str]:
    """Return the stored shares of rules (``visitor_rules``) of each of a workspace's domains."""
    rows = session.execute(
        select(Domain.id, Domain.visitor_rules).where(Domain.workspace_id == workspace_id)
    )
    return {row[0]: row[1] for row in rows}


def get_workspaces_with_rule_shares(session: Session) -> list[UUID]:
    """Return the workspaces that have domains with stored shares of rules."""
    statement = select(Domain.workspace_id).where(Domain.visitor_rules != "").distinct()
    return list(session.scalars(statement))


def get_override(session: Session, domain_id: UUID, rule_id: str) -> DomainRule | None:
    """Return a domain's override of one rule, or None."""
    return session.get(DomainRule, (domain_id, rule_id))


def lock_domain(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain | None:
    """Return the workspace's domain, locked to the end of the transaction, or None."""
    domains = lock_domains(session, workspace_id, [domain_id])
    return domains[0] if domains else None


def lock_domains(session: Session, workspace_id: UUID, ids: Iterable[UUID]) -> list[Domain]:
    """Return and lock those of the domains that belong to the workspace, ordered by id.

    The locks prevent changes, but not new rows that refer to the domains.
    """
    _lock_workspace_row(session, workspace_id)
    return list(
        session.scalars(
            select(Domain)
            .where(Domain.workspace_id == workspace_id, Domain.id.in_(list(ids)))
            .order_by(Domain.id)
            .with_for_update(key_share=True)
            .execution_options(populate_existing=True)
        )
    )


def delete_domain(session: Session, workspace_id: UUID, domain_id: UUID) -> str | None:
    """Delete the workspace's domain and return its hostname; None if it does not exist."""
    _lock_workspace_row(session, workspace_id)
    return session.scalar(
        delete(Domain)
        .where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
        .returning(Domain.hostname)
        .execution_options(synchronize_session=False)
    )


def update_domains(session: Session, ids: Iterable[UUID], values: Mapping[str, Any]) -> None:
    """Write the same values to domains whose rows the caller has locked."""
    session.execute(
        update(Domain)
        .where(Domain.id.in_(list(ids)))
        .values(**values)
        .execution_options(synchronize_session=False)
    )


def count_publications(session: Session, ids: Iterable[UUID]) -> dict[UUID, int]:
    """Increment the publish counters of domains that the caller has locked, and return them."""
    statement = (
        update(Domain)
        .where(Domain.id.in_(list(ids)))
        .values(published_version=func.coalesce(Domain.published_version, 0) + 1)
        .returning(Domain.id, Domain.published_version)
        .execution_options(synchronize_session=False)
    )
    return {row[0]: int(row[1] or 0) for row in session.execute(statement)}


def get_groups(session: Session, workspace_id: UUID) -> list[tuple[DomainGroup, int]]:
    """Return the workspace's groups, in no order, each with the number of its domains."""
    rows = session.execute(
        select(DomainGroup, func.count(Domain.id))
        .outerjoin(Domain, Domain.group_id == DomainGroup.id)
        .where(DomainGroup.workspace_id == workspace_id)
        .group_by(DomainGroup.id)
    )
    return [(row[0], row[1]) for row in rows]


def count_groups(session: Session, workspace_id: UUID) -> int:
    """Return how many groups the workspace has."""
    count = select(func.count()).where(DomainGroup.workspace_id == workspace_id)
    return session.scalar(count) or 0


def count_domains_in_group(session: Session, workspace_id: UUID, group_id: UUID) -> int:
    """Return how many domains a group has."""
    count = session.scalar(
        select(func.count()).where(Domain.workspace_id == workspace_id, Domain.group_id == group_id)
    )
    return count or 0


def lock_group(session: Session, workspace_id: UUID, group_id: UUID) -> DomainGroup | None:
    """Return the workspace's group, locked to the end of the transaction, or None."""
    _lock_workspace_row(session, workspace_id)
    return session.scalars(
        select(DomainGroup)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .with_for_update()
        .execution_options(populate_existing=True)
    ).one_or_none()


def lock_group_id(session: Session, workspace_id: UUID, group_id: UUID) -> UUID | None:
    """Return the group's id, or None. The group cannot be deleted before the transaction ends."""
    _lock_workspace_row(session, workspace_id)
    return session.scalar(
        select(DomainGroup.id)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .with_for_update(read=True, key_share=True)
    )


def delete_group(session: Session, workspace_id: UUID, group_id: UUID) -> str | None:
    """Delete the workspace's group and return its name; None if it does not exist."""
    if lock_group(session, workspace_id, group_id) is None:
        return None
    # The foreign key changes these domains too, but in no order.
    session.execute(
        select(Domain.id)
        .where(Domain.workspace_id == workspace_id, Domain.group_id == group_id)
        .order_by(Domain.id)
        .with_for_update(key_share=True)
    )
    return session.scalar(
        delete(DomainGroup)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .returning(DomainGroup.name)
        .execution_options(synchronize_session=False)
    )


def _lock_workspace_row(session: Session, workspace_id: UUID) -> None:
    """Lock the workspace against deletion. Call it before locking other rows of the workspace,
    because a deletion locks them in this order too."""
    workspace = select(Workspace.id).where(Workspace.id == workspace_id)
    session.execute(workspace.with_for_update(read=True, key_share=True))


def _conditions(workspace_id: UUID, filters: DomainFilters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [Domain.workspace_id == workspace_id]
    if filters.q is not None:
        typed = unicodedata.normalize("NFC", filters.q.strip().lower())
        conditions.append(
            Domain.hostname.contains(as_a_labels(filters.q), autoescape=True)
            | Domain.unicode_hostname.contains(typed, autoescape=True)
        )
    if filters.group_id is not None:
        conditions.append(Domain.group_id == filters.group_id)
    if filters.region is not None:
        conditions.append(Domain.region == filters.region)
    return conditions
