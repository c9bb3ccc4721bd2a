"""The weekly compliance summary: one email for each owner of a workspace, on Mondays."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import UTC, datetime, timedelta
from gettext import NullTranslations
from typing import NamedTuple
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.service import get_assessment
from consent_app.jobs import enqueue
from consent_app.net.hostname import shown_hostname
from consent_app.notifications import feed_queries, queries
from consent_app.notifications.delivery import Notice, mail_members
from consent_app.notifications.feed import NOT_FINDINGS
from consent_app.notifications.notification_types import MAILS_BY_ID
from consent_app.translations import language_of, translations

SUMMARY = MAILS_BY_ID["weekly_summary"]
ONE_SUMMARY = "notifications.summarize"

BEGINS_AT = timedelta(hours=6)
"""When the first summaries are sent, after Monday's midnight in UTC."""
MAX_DELAY = timedelta(hours=48)
"""A server that was off on Monday sends the summaries until then, and none after it."""
SPREAD = timedelta(hours=4)
"""The period over which summaries are spread. A workspace has the same time in it every week."""
BATCH = 200
MAX_DOMAINS = 10

_ONCE = "weekly_summary.due"


class ScoredDomain(NamedTuple):
    """A domain in the summary."""

    score: int
    hostname: str
    findings: int
    verified: bool


def begin_week(app: Application) -> int:
    """Enqueue the summaries that are due this week and were not enqueued; return how many.

    Called every hour, by any number of workers. Each workspace gets one a week.
    """
    now = app.now()
    monday = _monday(now)
    start = monday + BEGINS_AT
    if not start <= now < start + MAX_DELAY:
        return 0
    week, count = _week(monday), 0
    summary_week = queries.SummaryWeek(_ONCE, week, monday)
    while True:
        with app.database.transaction() as session:
            workspace_ids = queries.get_workspaces_to_summarize(session, summary_week, now, BATCH)
            for workspace_id in workspace_ids:
                if queries.claim_mails(session, workspace_id, _ONCE, week, now):
                    payload = {"workspace": str(workspace_id), "week": week}
                    run_at = max(now, start + _offset(workspace_id))
                    enqueue(session, ONE_SUMMARY, payload, now=now, run_at=run_at)
                    count += 1
        if len(workspace_ids) < BATCH:
            return count


def summarize(app: Application, payload: Mapping[str, str]) -> None:
    """Mail one workspace's summary to its owners, unless it is too late in the week."""
    workspace_id = UUID(payload["workspace"])
    # The workers may have been off since it was enqueued.
    if app.now() >= _first_day(payload["week"]) + BEGINS_AT + MAX_DELAY:
        return
    # Before the transaction: while thousands of domains are scored, other writers should not wait.
    with app.database.session(read_only=True) as reader:
        domains = _scored(reader, workspace_id, app.now())
    if not domains:
        return
    score = round(sum(domain.score for domain in domains) / len(domains))

    def params_in(locale: str) -> dict[str, str]:
        catalogue = translations(language_of(locale))
        count = catalogue.ngettext("%(count)s domain", "%(count)s domains", len(domains))
        return {
            "score": str(score),
            "count": count % {"count": len(domains)},
            "domains": "\n".join(_line(domain, catalogue) for domain in domains[:MAX_DOMAINS]),
        }

    with Context.of_system(app).transaction() as ctx:
        mail_members(ctx, workspace_id, Notice(SUMMARY, payload["week"], params_in))


def _scored(session: Session, workspace_id: UUID, now: datetime) -> list[ScoredDomain]:
    scored = []
    for state in feed_queries.get_domain_states(session, workspace_id, now):
        assessment = get_assessment(state.domain)
        findings = sum(rule.id not in NOT_FINDINGS for rule in assessment.findings)
        verified = state.domain.status == "verified"
        scored.append(ScoredDomain(assessment.score, state.domain.hostname, findings, verified))
    return sorted(scored)


def _line(domain: ScoredDomain, catalogue: NullTranslations) -> str:
    if domain.verified:
        line = catalogue.gettext("%(host)s: score %(score)s, %(findings)s to fix")
    else:
        line = catalogue.gettext("%(host)s: score %(score)s, %(findings)s to fix, not verified")
    return line % {
        "host": shown_hostname(domain.hostname),
        "score": domain.score,
        "findings": domain.findings,
    }


def _monday(now: datetime) -> datetime:
    midnight = now.replace(hour=0, minute=0, second=0, microsecond=0)
    return midnight - timedelta(days=now.weekday())


def _week(monday: datetime) -> str:
    year, week, _ = monday.isocalendar()
    return f"{year}-W{week:02}"


def _first_day(week: str) -> datetime:
    year, _, number = week.partition("-W")
    return datetime.fromisocalendar(int(year), int(number), 1).replace(tzinfo=UTC)


def _offset(workspace_id: UUID) -> timedelta:
    return SPREAD * (int.from_bytes(workspace_id.bytes[-2:]) / 65536)
