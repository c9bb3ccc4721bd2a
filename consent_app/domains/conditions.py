"""When findings begin and end: what the feed goes by, so that each occurrence is its own."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.domains import condition_queries
from consent_app.domains.models import FINDINGS_SEPARATOR, Domain


@dataclass(frozen=True, slots=True)
class FindingsChange:
    """The findings of a domain before and after it was scored again, as its row keeps them."""

    workspace_id: UUID
    domain_id: UUID
    before: str
    after: str

    @classmethod
    def of(cls, domain: Domain, after: str) -> FindingsChange:
        """Return the change of a domain's present findings to ``after``."""
        return cls(domain.workspace_id, domain.id, domain.findings, after)

    @classmethod
    def of_new(cls, domain: Domain) -> FindingsChange:
        """Return the change of a domain that was just inserted."""
        return cls(domain.workspace_id, domain.id, "", domain.findings)


def record_changes(session: Session, changes: Iterable[FindingsChange], now: datetime) -> None:
    """Begin a condition for each new finding, and end those of findings that are gone."""
    begun = []
    ended: dict[frozenset[str], list[UUID]] = defaultdict(list)
    for change in changes:
        before, after = _rules(change.before), _rules(change.after)
        begun += [
            {
                "workspace_id": change.workspace_id,
                "domain_id": change.domain_id,
                "rule": rule,
                "began_at": now,
            }
            for rule in sorted(after - before)
        ]
        if before - after:
            ended[before - after].append(change.domain_id)
    for rules, domain_ids in ended.items():
        condition_queries.end_conditions(session, domain_ids, rules, now)
    if begun:
        condition_queries.begin_conditions(session, begun)


def _rules(findings: str) -> frozenset[str]:
    return frozenset(rule for rule in findings.split(FINDINGS_SEPARATOR) if rule)
