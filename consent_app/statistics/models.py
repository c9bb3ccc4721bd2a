"""The tables of statistics: decisions and impressions counted by the hour."""

from __future__ import annotations

from enum import IntEnum

from sqlalchemy import (
    BigInteger,
    Column,
    Index,
    PrimaryKeyConstraint,
    SmallInteger,
    String,
    Table,
    Uuid,
)
from sqlalchemy import Integer as Int

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime

consent_impressions = Table(
    "consent_impressions",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("hour", UtcDateTime, nullable=False),
    Column("banner_version", Int, nullable=False),
    Column("device", String(7), nullable=False),
    Column("count", BigInteger, nullable=False),
    PrimaryKeyConstraint("workspace_id", "domain_id", "hour", "banner_version", "device"),
    Index("ix_consent_impressions_hour", "workspace_id", "hour"),
)
"""How often a banner was shown: a counter for each domain, hour, version and class of device."""

hourly_counts = Table(
    "consent_figures",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("hour", UtcDateTime, nullable=False),
    Column("banner_version", Int, nullable=False),
    Column("action", String(10), nullable=False),
    Column("device", String(7), nullable=False),
    Column("country", String(2), nullable=False),
    Column("count", BigInteger, nullable=False),
    PrimaryKeyConstraint(
        "workspace_id", "domain_id", "hour", "banner_version", "action", "device", "country"
    ),
    Index("ix_consent_figures_hour", "workspace_id", "hour"),
)
"""The number of decisions. Version 0 means none (a signal's), an empty country is unknown."""

daily_counts = Table(
    "consent_daily_counts",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("day", UtcDateTime, nullable=False),
    Column("banner_version", Int, nullable=False),
    Column("action", String(10), nullable=False),
    Column("device", String(7), nullable=False),
    Column("country", String(2), nullable=False),
    Column("count", BigInteger, nullable=False),
    PrimaryKeyConstraint(
        "workspace_id", "domain_id", "day", "banner_version", "action", "device", "country"
    ),
    Index("ix_consent_daily_counts_day", "workspace_id", "day"),
)
"""The hourly counts of past days, summed up. ``day`` is its beginning in UTC. Years are read from
these, which have about a tenth of the rows."""

presentation_counts = Table(
    "consent_presentation_counts",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("hour", UtcDateTime, nullable=False),
    Column("banner_version", Int, nullable=False),
    Column("locale", String(64), nullable=False),
    Column("surface", String(11), nullable=False),
    Column("count", BigInteger, nullable=False),
    PrimaryKeyConstraint(
        "workspace_id", "domain_id", "hour", "banner_version", "locale", "surface"
    ),
    Index("ix_consent_presentation_counts_hour", "workspace_id", "hour"),
)
"""The number of decisions by the language and surface of their banner; an empty language means none
(a signal's). This is a separate table because the key of the other table has ten million rows."""

rule_counts = Table(
    "consent_rule_counts",
    Base.metadata,
    Column("workspace_id", Uuid, nullable=False),
    Column("domain_id", Uuid, nullable=False),
    Column("hour", UtcDateTime, nullable=False),
    Column("rule_id", String(16), nullable=False),
    Column("count", BigInteger, nullable=False),
    PrimaryKeyConstraint("workspace_id", "domain_id", "hour", "rule_id"),
    Index("ix_consent_rule_counts_hour", "hour"),
)
"""The number of recent decisions by each rule (``consent_app.jurisdictions``)."""


class Count(IntEnum):
    """What is counted, as stored in ``hourly_counts_until``: decisions in ``hourly_counts``,
    decisions by language and surface in ``presentation_counts``, or days in ``daily_counts``."""

    DECISIONS = 1
    PRESENTATIONS = 2
    DAYS = 3


hourly_counts_until = Table(
    "consent_figures_until",
    Base.metadata,
    Column("id", SmallInteger, primary_key=True, autoincrement=False),
    Column("until", UtcDateTime, nullable=False),
)
"""A row for each ``Count``: the instant before which every receipt, or for ``Count.DAYS`` every
hourly count, is counted."""
