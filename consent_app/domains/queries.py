"""Queries over a workspace's domains."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy import ColumnElement, delete, func, select, update
from sqlalchemy.orm import Session

from consent_app.domains.billing_unit import Site
from consent_app.domains.compliance import BannerFacts
from consent_app.domains.hostname import as_a_labels
from consent_app.domains.models import Domain, DomainGroup
from consent_app.errors import NotFound


@dataclass(frozen=True, slots=True)
class Filters:
    """What a list of domains is narrowed to; None is no filter."""

    status: str | None = None
    q: str | None = None
    group_id: UUID | None = None
    region: str | None = None


def count_unverified(session: Session, workspace_id: UUID) -> int:
    """Return how many of the workspace's domains are not verified."""
    count = select(func.count()).where(
        Domain.workspace_id == workspace_id, Domain.status.in_(("pending", "failed"))
    )
    return session.scalar(count) or 0


def sites(session: Session, workspace_id: UUID) -> list[Site]:
    """Return every domain of the workspace as billing sees it, in the order they were added."""
    rows = session.execute(
        select(Domain.id, Domain.hostname, Domain.root_domain)
        .where(Domain.workspace_id == workspace_id)
        .order_by(Domain.id)
    )
    return [Site(*row) for row in rows]


def page(
    session: Session, workspace_id: UUID, filters: Filters, limit: int, cursor: UUID | None
) -> list[Domain]:
    """Return up to ``limit`` domains, newest first, from after ``cursor`` on."""
    statement = select(Domain).where(*_conditions(workspace_id, filters))
    if filters.status is not None:
        statement = statement.where(Domain.status == filters.status)
    if cursor is not None:
        statement = statement.where(Domain.id < cursor)
    return list(session.scalars(statement.order_by(Domain.id.desc()).limit(limit)))


def counts(session: Session, workspace_id: UUID, filters: Filters) -> dict[str, int]:
    """Return how many domains there are of each status, over all filters but ``status``."""
    rows = session.execute(
        select(Domain.status, func.count())
        .where(*_conditions(workspace_id, filters))
        .group_by(Domain.status)
    )
    return {row[0]: row[1] for row in rows}


def domain(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain | None:
    """Return the workspace's domain, or None."""
    return session.scalars(
        select(Domain).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()


def domain_for_change(session: Session, workspace_id: UUID, domain_id: UUID) -> Domain | None:
    """Return the workspace's domain, its row locked to the end of the transaction, or None."""
    return session.scalars(
        select(Domain)
        .where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
        .with_for_update()
    ).one_or_none()


def delete_domain(session: Session, workspace_id: UUID, domain_id: UUID) -> str | None:
    """Delete the workspace's domain and return its hostname; None where there is none."""
    return session.scalar(
        delete(Domain)
        .where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
        .returning(Domain.hostname)
        .execution_options(synchronize_session=False)
    )


def domain_for_visitors(session: Session, domain_id: UUID) -> Domain | None:
    """Return a domain by its id alone, as a visitor's page names it, or None."""
    return session.get(Domain, domain_id)


def domains_of(session: Session, workspace_id: UUID, ids: Iterable[UUID]) -> list[Domain]:
    """Return those of the domains named that are the workspace's, in the order of their ids."""
    return list(
        session.scalars(
            select(Domain)
            .where(Domain.workspace_id == workspace_id, Domain.id.in_(list(ids)))
            .order_by(Domain.id)
        )
    )


def count_publication(session: Session, domain_id: UUID, facts: BannerFacts) -> int:
    """Raise the domain's publish counter by one and return it; note what the score looks at.

    The row stays locked to the end of the transaction, so that no two publications share a number.
    Raises NotFound for a domain that was deleted meanwhile.
    """
    number = _count(session, [Domain.id == domain_id], facts).get(domain_id)
    if number is None:
        raise NotFound
    return number


def count_publications(
    session: Session, workspace_id: UUID, ids: Iterable[UUID], facts: BannerFacts
) -> dict[UUID, int]:
    """Do as ``count_publication`` for many of a workspace's domains, in one statement."""
    return _count(session, [Domain.workspace_id == workspace_id, Domain.id.in_(list(ids))], facts)


def _count(
    session: Session, where: list[ColumnElement[bool]], facts: BannerFacts
) -> dict[UUID, int]:
    statement = (
        update(Domain)
        .where(*where)
        .values(
            published_version=func.coalesce(Domain.published_version, 0) + 1,
            **banner_columns(facts),
        )
        .returning(Domain.id, Domain.published_version)
        .execution_options(synchronize_session=False)
    )
    return {row[0]: int(row[1] or 0) for row in session.execute(statement)}


def note_draft(session: Session, workspace_id: UUID, domain_id: UUID, facts: BannerFacts) -> None:
    """Note of a draft what the score looks at, as long as nothing is published."""
    note_drafts(session, workspace_id, [domain_id], facts)


def note_drafts(
    session: Session, workspace_id: UUID, ids: Iterable[UUID], facts: BannerFacts
) -> None:
    """Do as ``note_draft`` for many domains, in one statement."""
    session.execute(
        update(Domain)
        .where(
            Domain.workspace_id == workspace_id,
            Domain.id.in_(list(ids)),
            Domain.published_version.is_(None),
        )
        .values(**banner_columns(facts))
        .execution_options(synchronize_session=False)
    )


def banner_columns(facts: BannerFacts) -> dict[str, bool | str]:
    """Return the columns of a domain's row that keep what the score looks at of its banner."""
    return {
        "banner_policy_url": facts.policy_url,
        "banner_purposes_named": facts.purposes_named,
        "banner_locales": ",".join(facts.locales),
        "banner_equal_choice": facts.equal_choice,
        "banner_nothing_prechosen": facts.nothing_prechosen,
        "banner_withdrawable": facts.withdrawable,
    }


def group_exists(session: Session, workspace_id: UUID, group_id: UUID) -> bool:
    """Whether the workspace has this group; it stays to the end of the transaction then."""
    found = session.scalar(
        select(DomainGroup.id)
        .where(DomainGroup.workspace_id == workspace_id, DomainGroup.id == group_id)
        .with_for_update(read=True, key_share=True)
    )
    return found is not None


def _conditions(workspace_id: UUID, filters: Filters) -> list[ColumnElement[bool]]:
    conditions: list[ColumnElement[bool]] = [Domain.workspace_id == workspace_id]
    if filters.q is not None:
        conditions.append(Domain.hostname.contains(as_a_labels(filters.q), autoescape=True))
    if filters.group_id is not None:
        conditions.append(Domain.group_id == filters.group_id)
    if filters.region is not None:
        conditions.append(Domain.region == filters.region)
    return conditions
