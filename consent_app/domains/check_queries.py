"""Queries for checking domains: verifications that are due, and the conditions that checks find."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import delete, func, or_, select, update
from sqlalchemy.orm import Session

from consent_app.db.upserts import upsert
from consent_app.domains.models import Domain, DomainCondition

ROOT_CHECKS = 10
ROOT_PERIOD = timedelta(hours=1)


@dataclass(frozen=True, slots=True)
class CheckTarget:
    """A domain to be checked. ``method`` is script, dns_txt, meta_tag or file."""

    id: UUID
    workspace_id: UUID
    hostname: str
    root: str
    method: str
    token: str


_TARGET = (
    Domain.id,
    Domain.workspace_id,
    Domain.hostname,
    Domain.root_domain,
    Domain.verify_method,
    Domain.verify_token,
)


@dataclass(frozen=True, slots=True)
class ClaimedChecks:
    """The domains that were claimed for a check, and whether more may be due."""

    targets: list[CheckTarget]
    has_more: bool


def get_check_target(session: Session, workspace_id: UUID, domain_id: UUID) -> CheckTarget | None:
    """Return the workspace's domain as a check needs it, or None."""
    row = session.execute(
        select(*_TARGET).where(Domain.workspace_id == workspace_id, Domain.id == domain_id)
    ).one_or_none()
    return CheckTarget(*row) if row is not None else None


def claim_due_checks(
    session: Session, now: datetime, claim: timedelta, limit: int
) -> ClaimedChecks:
    """Claim up to ``limit`` domains whose check is due, for the duration of ``claim``.

    One conditional statement, so that concurrent workers claim different domains. A domain that is
    not checked by the end of the claim (because its worker was killed) is then due again.

    Of one registrable domain, over all workspaces, at most ROOT_CHECKS unverified domains are
    checked in ROOT_PERIOD. Otherwise somebody who lists a stranger's subdomains could have this
    server request the stranger's site all day. The others are due again after that period.
    """
    is_due = or_(Domain.next_check_at.is_(None), Domain.next_check_at <= now)
    ids = (
        select(Domain.id)
        .where(is_due)
        .order_by(Domain.next_check_at)
        .limit(limit)
        .with_for_update(skip_locked=True)
    )
    rows = session.execute(
        update(Domain)
        .where(Domain.id.in_(ids), is_due)
        .values(next_check_at=now + claim)
        .returning(*_TARGET, Domain.status)
        .execution_options(synchronize_session=False)
    )
    claimed = [(CheckTarget(*row[:-1]), row[-1]) for row in rows]
    unverified_roots = {target.root for target, status in claimed if status != "verified"}
    checks = _count_checks(session, unverified_roots, now - ROOT_PERIOD)
    targets, postponed = [], []
    for target, status in claimed:
        checks[target.root] += status != "verified"
        if status != "verified" and checks[target.root] > ROOT_CHECKS:
            postponed.append(target.id)
        else:
            targets.append(target)
    if postponed:
        _postpone_checks(session, postponed, now + ROOT_PERIOD)
    return ClaimedChecks(targets, has_more=len(claimed) == limit)


def _postpone_checks(session: Session, domain_ids: Collection[UUID], until: datetime) -> None:
    session.execute(
        update(Domain)
        .where(Domain.id.in_(domain_ids))
        .values(next_check_at=until)
        .execution_options(synchronize_session=False)
    )


def _count_checks(session: Session, roots: set[str], since: datetime) -> Counter[str]:
    if not roots:
        return Counter()
    rows = session.execute(
        select(Domain.root_domain, func.count())
        .where(
            Domain.root_domain.in_(roots),
            Domain.last_checked_at > since,
            Domain.status != "verified",
        )
        .group_by(Domain.root_domain)
    )
    return Counter({row[0]: row[1] for row in rows})


def begin_conditions(session: Session, rows: Sequence[dict[str, Any]]) -> None:
    """Insert open conditions. A condition that is already open stays unchanged."""
    session.flush()
    session.execute(upsert(session, DomainCondition).on_conflict_do_nothing(), rows)


def end_conditions(
    session: Session, domain_ids: Collection[UUID], rules: Collection[str], now: datetime
) -> None:
    """End the open conditions of these domains under these rules."""
    session.execute(
        update(DomainCondition)
        .where(
            DomainCondition.domain_id.in_(domain_ids),
            DomainCondition.rule.in_(rules),
            DomainCondition.ended_at.is_(None),
        )
        .values(ended_at=now)
        .execution_options(synchronize_session=False)
    )


def delete_ended_conditions(session: Session, before: datetime) -> None:
    """Delete the conditions that ended before an instant."""
    session.execute(
        delete(DomainCondition)
        .where(DomainCondition.ended_at < before)
        .execution_options(synchronize_session=False)
    )
