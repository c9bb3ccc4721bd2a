"""The conditions that checks find: each belongs to one domain, and ends once."""

from __future__ import annotations

from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy import select

from consent_app.application import Application
from consent_app.domains.check_queries import end_conditions
from consent_app.domains.models import DomainCondition
from tests.support.domains import add
from tests.support.factories import Panel
from tests.support.harness import MovableClock


def test_a_condition_ends_once_and_on_its_own_domain(
    panel: Panel, application: Application, clock: MovableClock
) -> None:
    domain_id, other_id = (UUID(add(panel)["id"]) for _ in range(2))

    def ends(of: UUID) -> dict[str, datetime | None]:
        rule, ended_at = DomainCondition.rule, DomainCondition.ended_at
        with application.database.session(read_only=True) as session:
            rows = session.execute(select(rule, ended_at).where(DomainCondition.domain_id == of))
            return {row[0]: row[1] for row in rows}

    ended, *others = sorted(ends(domain_id))
    now = clock.freeze()
    for instant in (now, now + timedelta(days=1)):
        with application.database.transaction() as session:
            end_conditions(session, [domain_id], [ended], instant)
    assert ends(domain_id) == {ended: now, **dict.fromkeys(others)}
    assert set(ends(other_id).values()) == {None}
