"""Generated receipts, like those of months of visitors, for testing the service at scale.

They go straight into the tables, in the order of their time: by COPY on PostgreSQL, by one prepared
statement on SQLite. Only one batch is kept in memory.
"""

from __future__ import annotations

import random
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from hashlib import blake2b
from itertools import islice
from typing import Any, TypeVar
from uuid import UUID

from consent_app.application import Application
from consent_app.banner_script.service import script
from consent_app.db.ids import new_id
from consent_app.db.months import next_month
from consent_app.domains.service import get_domain_for_visitors
from consent_app.jurisdictions.service import Place, rule_at
from consent_app.receipts.service import add_receipts, make_partition
from consent_app.recording.service import get_version_and_wording
from consent_app.statistics.service import count_generated_receipts

T = TypeVar("T")

BATCH = 20_000
END_MARGIN = timedelta(hours=2)
"""How long before now the receipts end: the service counts later hours itself."""


def _pool(weights: dict[T, int]) -> tuple[T, ...]:
    """Return each value as often as its weight: drawing from this is several times faster."""
    return tuple(value for value, weight in weights.items() for _ in range(weight))


_OF_DAY = (2, 1, 1, 1, 1, 2, 4, 7, 9, 10, 10, 10, 11, 10, 10, 10, 10, 11, 12, 13, 13, 11, 8, 4)
_HOURS = _pool(dict(enumerate(_OF_DAY)))
_WEEKDAYS = (10, 10, 10, 10, 9, 7, 8)
_COUNTRIES = _pool(
    {"DE": 40, "FR": 14, "AT": 9, "ES": 8, "IT": 8, "NL": 6, "GB": 6, "US": 6, "CH": 3}
)
_DEVICES = _pool({"mobile": 58, "desktop": 37, "tablet": 5})
_AGENTS = {
    "mobile": ("Safari 18 on iOS", "Chrome 140 on Android"),
    "desktop": ("Firefox 142 on Linux", "Chrome 140 on Windows", "Safari 18 on macOS"),
    "tablet": ("Safari 18 on iPadOS",),
}
_ACTIONS = _pool({"accept_all": 52, "reject_all": 37, "custom": 11})
_GPC_SHARE = 0.04
_HOUR = 3_600_000


@dataclass(frozen=True, slots=True)
class Site:
    """The values that all receipts of one domain share."""

    workspace_id: UUID
    domain_id: UUID
    hostname: str
    region: str | None
    version: int
    digest: str
    categories: tuple[str, ...]
    controller: str
    renew_after_months: int


@dataclass(frozen=True, slots=True)
class SeedPlan:
    """How many receipts, over which time."""

    count: int
    start: datetime
    end: datetime

    def days(self) -> Iterator[tuple[datetime, int]]:
        """Yield the beginning of each day and its number of receipts; together ``count``.

        Weekends have fewer, and the last day has twice as many as the first.
        """
        first = self.start.replace(hour=0, minute=0, second=0, microsecond=0)
        days = [first + timedelta(days=number) for number in range((self.end - first).days + 1)]
        weights = [
            _WEEKDAYS[day.weekday()] * (1 + number / len(days)) for number, day in enumerate(days)
        ]
        whole, assigned, until = sum(weights), 0, 0.0
        for day, weight in zip(days, weights, strict=True):
            until += weight
            upto = round(self.count * until / whole)
            yield day, upto - assigned
            assigned = upto


def site_of(app: Application, domain_id: UUID) -> Site | None:
    """Return a domain as published, in its first language, or None if it is not published."""
    with app.database.session(read_only=True) as session:
        domain = get_domain_for_visitors(session, domain_id)
        if domain is None:
            return None
        row = get_version_and_wording(session, domain, None, "en")
    if row is None or row.digest is None:
        return None
    return Site(
        workspace_id=domain.workspace_id,
        domain_id=domain_id,
        hostname=domain.hostname,
        region=domain.region,
        version=row.version,
        digest=row.digest,
        categories=tuple(row.categories),
        controller=row.controller,
        renew_after_months=domain.renew_after_months,
    )


def seed_receipts(app: Application, sites: Sequence[Site], plan: SeedPlan) -> Iterator[int]:
    """Add the receipts of a plan to sites; yield their number after each batch.

    Each batch is a transaction, counted for the statistics in it.
    """
    if app.database.dialect == "postgresql":
        _make_partitions(app, plan)
    rows = _rows(sites, plan)
    now = app.now()
    recorded = 0
    while batch := list(islice(rows, BATCH)):
        with app.database.engine.begin() as connection:
            add_receipts(connection, batch)
            count_generated_receipts(connection, batch, now)
        recorded += len(batch)
        yield recorded


def _make_partitions(app: Application, plan: SeedPlan) -> None:
    month = plan.start.replace(day=1, hour=0, minute=0, second=0, microsecond=0)
    while month <= plan.end:
        # Each in a transaction of its own, so that none holds the table for long.
        with app.database.engine.begin() as connection:
            make_partition(connection, month)
        month = next_month(month)


def _rows(sites: Sequence[Site], plan: SeedPlan) -> Iterator[dict[str, Any]]:
    # Not for security: the same seed must give the same shop.
    chance = random.Random(plan.count)  # noqa: S311
    visitors = max(1, plan.count * 3 // 4)
    shared = [_shared(site) for site in sites]
    for day, count in plan.days():
        instants = sorted(
            _drawn(chance, _HOURS) * _HOUR + int(chance.random() * _HOUR) for _ in range(count)
        )
        for milliseconds in instants:
            at = day + timedelta(milliseconds=milliseconds)
            number = int(chance.random() * len(sites))
            visitor = int(chance.random() * visitors)
            row = _row(chance, sites[number], min(max(at, plan.start), plan.end), visitor)
            yield shared[number] | row


def _drawn(chance: random.Random, pool: Sequence[T]) -> T:
    return pool[int(chance.random() * len(pool))]


def _shared(site: Site) -> dict[str, Any]:
    return {
        "workspace_id": site.workspace_id,
        "domain_id": site.domain_id,
        "hostname": site.hostname,
        "region": site.region,
        "categories": ",".join(site.categories),
        "controller": site.controller,
        "renew_after_months": site.renew_after_months,
        "script_digest": script().digest,
        "former_receipt_id": None,
        "decided_at": None,
        "limit_sensitive": None,
    }


def _row(chance: random.Random, site: Site, at: datetime, visitor: int) -> dict[str, Any]:
    country, device = _drawn(chance, _COUNTRIES), _drawn(chance, _DEVICES)
    is_signal = chance.random() < _GPC_SHARE
    action = "reject_all" if is_signal else _drawn(chance, _ACTIONS)
    granted: Sequence[str] = ()
    if action != "reject_all":
        granted = site.categories if action == "accept_all" else (_drawn(chance, site.categories),)
    rule = rule_at(Place(country), at.date())
    return {
        "id": new_id(at),
        "at": at,
        "action": action,
        "source": "gpc" if is_signal else "banner",
        "analytics": "analytics" in granted,
        "marketing": "marketing" in granted,
        "preferences": "preferences" in granted,
        "country": country,
        "ip_hash": blake2b(visitor.to_bytes(8), digest_size=16).hexdigest(),
        "user_agent": _drawn(chance, _AGENTS[device]),
        "device": device,
        "banner_version": None if is_signal else site.version,
        "banner_locale": None if is_signal else "en",
        "wording_digest": None if is_signal else site.digest,
        "regime": rule.regime,
        "gpc_signal": is_signal,
        "surface": "api" if is_signal else "preferences" if action == "custom" else "first_layer",
        "rule_id": rule.id,
        "rule_version": rule.version,
        "rule_model": rule.model,
        "rule_exempt": "",
    }
