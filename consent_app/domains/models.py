"""The tables of domains, their groups, conditions and rules."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from sqlalchemy import (
    Boolean,
    ForeignKey,
    Index,
    Integer,
    String,
    UniqueConstraint,
    Uuid,
    false,
    text,
    true,
)
from sqlalchemy.orm import Mapped, mapped_column

from consent_app.db.base import Base
from consent_app.db.types import UtcDateTime
from consent_app.jurisdictions.service import Model, Override, VisitorRules
from consent_app.net.hostname import HOSTNAME_CHARACTERS
from consent_app.text import stored_list

DEMO_HOSTNAME = "localhost"
"""The domain that ``serve`` adds in development, for its pages with a banner."""
STATUSES = ("pending", "verified", "failed")
"""Of a domain: not yet verified, verified, and no longer verified."""
FINDINGS_CHARACTERS = 400
LIST_SEPARATOR = ","
"""Between the items of a list in one column, such as findings and languages."""
VISITOR_RULES_CHARACTERS = 400


class DomainGroup(Base):
    """A named set of a workspace's domains."""

    __tablename__ = "domain_groups"
    __table_args__ = (UniqueConstraint("workspace_id", "name"),)

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    name: Mapped[str] = mapped_column(String(100))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)


class Domain(Base):
    """A site on which the banner is installed. Its id says when it was added.

    ``published_version`` is the banner's publish counter, null before the first version. ``score``
    and ``findings`` (the ids of the violated rules) are written whenever something that they depend
    on changes; drafting and publishing store the banner's facts for the rules (``banner_*``).
    ``visitor_rules`` are the rules that recent visitors were asked by, with their shares of the
    decisions.
    ``next_check_at`` is when its verification is checked next, null for immediately;
    ``unicode_hostname`` is the hostname with its international labels decoded, for searching; None
    if there are none. ``failed_checks`` counts the failed checks since the last successful one.
    ``suspended_at`` is when an operator suspended the domain.
    """

    __tablename__ = "domains"
    __table_args__ = (
        UniqueConstraint("workspace_id", "hostname"),
        Index(None, "workspace_id", "id"),
        Index(None, "workspace_id", "status", "id"),
        Index(None, "workspace_id", "region", "id"),
        Index(None, "workspace_id", "group_id", "id"),
        Index(None, "group_id"),
        Index(None, "next_check_at"),
        Index(None, "root_domain", "last_checked_at"),
    )

    id: Mapped[UUID] = mapped_column(Uuid, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(ForeignKey("workspaces.id", ondelete="CASCADE"))
    hostname: Mapped[str] = mapped_column(String(HOSTNAME_CHARACTERS))
    unicode_hostname: Mapped[str | None] = mapped_column(String(HOSTNAME_CHARACTERS))
    root_domain: Mapped[str] = mapped_column(String(HOSTNAME_CHARACTERS))
    status: Mapped[str] = mapped_column(String(8))
    verify_method: Mapped[str] = mapped_column(String(8))
    verify_token: Mapped[str] = mapped_column(String(40))
    verified_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    verify_reason: Mapped[str | None] = mapped_column(String(400))
    last_checked_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    ssl_ok: Mapped[bool] = mapped_column(Boolean)
    group_id: Mapped[UUID | None] = mapped_column(
        ForeignKey("domain_groups.id", ondelete="SET NULL")
    )
    region: Mapped[str | None] = mapped_column(String(6))
    install_method: Mapped[str] = mapped_column(String(10))
    created_at: Mapped[datetime] = mapped_column(UtcDateTime)
    gpc_refuses: Mapped[str] = mapped_column(String(9))
    renew_after_months: Mapped[int] = mapped_column(Integer)
    share_subdomains: Mapped[bool] = mapped_column(Boolean)
    published_version: Mapped[int | None] = mapped_column(Integer)
    banner_policy_url: Mapped[bool] = mapped_column(Boolean)
    banner_purposes_named: Mapped[bool] = mapped_column(Boolean)
    banner_locales: Mapped[str] = mapped_column(String(400))
    banner_equal_choice: Mapped[bool] = mapped_column(Boolean, server_default=true())
    banner_nothing_prechosen: Mapped[bool] = mapped_column(Boolean, server_default=true())
    banner_withdrawable: Mapped[bool] = mapped_column(Boolean, server_default=true())
    score: Mapped[int] = mapped_column(Integer, server_default="0")
    findings: Mapped[str] = mapped_column(String(FINDINGS_CHARACTERS), server_default="")
    count_impressions: Mapped[bool] = mapped_column(Boolean, server_default=true())
    reload_on_withdrawal: Mapped[bool] = mapped_column(Boolean, server_default=false())
    unknown_place: Mapped[str] = mapped_column(String(9), server_default="strictest")
    limit_sensitive: Mapped[bool] = mapped_column(Boolean, server_default=false())
    gpp: Mapped[str] = mapped_column(String(8), server_default="off")
    visitor_rules: Mapped[str] = mapped_column(String(VISITOR_RULES_CHARACTERS), server_default="")
    next_check_at: Mapped[datetime | None] = mapped_column(UtcDateTime)
    failed_checks: Mapped[int] = mapped_column(Integer, server_default="0")
    suspended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class DomainCondition(Base):
    """A period in which a domain had a finding: ``ended_at`` is null while it still has it."""

    __tablename__ = "domain_conditions"
    __table_args__ = (
        Index(
            "uq_domain_conditions_open",
            "domain_id",
            "rule",
            unique=True,
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index(
            "ix_domain_conditions_workspace_id",
            "workspace_id",
            sqlite_where=text("ended_at IS NULL"),
            postgresql_where=text("ended_at IS NULL"),
        ),
        Index(None, "ended_at"),
    )

    domain_id: Mapped[UUID] = mapped_column(
        ForeignKey("domains.id", ondelete="CASCADE"), primary_key=True
    )
    rule: Mapped[str] = mapped_column(String(40), primary_key=True)
    began_at: Mapped[datetime] = mapped_column(UtcDateTime, primary_key=True)
    workspace_id: Mapped[UUID] = mapped_column(Uuid)
    ended_at: Mapped[datetime | None] = mapped_column(UtcDateTime)


class DomainRule(Base):
    """An override of a rule of ``consent_app.jurisdictions`` on a domain.

    ``rule_version`` is the version that was overridden, ``exempt`` the categories that need no
    consent, separated by commas, ``reason`` the workspace's explanation.
    """

    __tablename__ = "domain_rules"

    domain_id: Mapped[UUID] = mapped_column(
        ForeignKey("domains.id", ondelete="CASCADE"), primary_key=True
    )
    rule_id: Mapped[str] = mapped_column(String(16), primary_key=True)
    rule_version: Mapped[int] = mapped_column(Integer)
    model: Mapped[str] = mapped_column(String(7))
    exempt: Mapped[str] = mapped_column(String(40))
    reason: Mapped[str | None] = mapped_column(String(500))
    changed_at: Mapped[datetime] = mapped_column(UtcDateTime)


def visitor_rules(domain: Domain, rows: list[DomainRule]) -> VisitorRules:
    """Return the settings of a domain that decide which rule applies to a visitor."""
    return VisitorRules(
        region=domain.region,
        unknown_place=domain.unknown_place,
        limit_sensitive=domain.limit_sensitive,
        renew_after_months=domain.renew_after_months,
        gpp=domain.gpp,
        overrides={row.rule_id: _override(row) for row in rows},
    )


def _override(row: DomainRule) -> Override:
    model: Model = row.model  # type: ignore[assignment]
    exempt = tuple(stored_list(row.exempt))
    return Override(row.rule_id, row.rule_version, model, exempt, row.reason)
