"""What recording needs to know of a domain, kept for half a minute.

The tables of other features are named as a foreign key would name them, by a string: what a
visitor's request needs of all four is one row.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import Any
from uuid import UUID

from sqlalchemy import (
    JSON,
    Boolean,
    Integer,
    LargeBinary,
    Select,
    String,
    Text,
    Uuid,
    bindparam,
    column,
    func,
    select,
    table,
)

from consent_app.application import Application
from consent_app.db.types import JsonDocument
from consent_app.receipts.decision import Offer

KEPT_SECONDS = 30
MOST_KEPT = 2048
"""So many are kept. The document limits the texts of one to some 5,000 characters."""


@dataclass(frozen=True, slots=True)
class Target:
    """A domain with its workspace's settings, and the version and locale that a decision names.

    ``version`` and ``offer`` are None where the version was never published on the domain.
    """

    workspace_id: UUID
    hostname: str
    region: str | None
    gpc_refuses: str
    renew_after_months: int
    visitor_data: str
    visitor_salt: bytes
    count_impressions: bool
    version: int | None
    offer: Offer | None


class _NotWholeError(Exception):
    """Keeps an answer from being kept."""

    def __init__(self, found: Target | None) -> None:
        self.found = found


class Targets:
    """Looks targets up. What was found whole is kept for 30 seconds at most in this process, so a
    change of a domain's or a workspace's settings is felt within that time; what was not is asked
    for anew.
    """

    def __init__(self, app: Application) -> None:
        self._app = app
        self._kept = lru_cache(MOST_KEPT)(self._ask_in_period)

    def find(self, domain_id: UUID, version: int | None, locale: str | None) -> Target | None:
        """Return the domain, or None; ``version`` None means the one that is published now."""
        # Each domain's periods begin at another second, so that not all are asked for at once.
        seconds = self._app.now().timestamp() + domain_id.int % KEPT_SECONDS
        try:
            return self._kept(domain_id, version, locale, int(seconds) // KEPT_SECONDS)
        except _NotWholeError as error:
            return error.found

    def _ask_in_period(
        self, domain_id: UUID, version: int | None, locale: str | None, period: int
    ) -> Target:
        found = self._ask(domain_id, version, locale)
        offer = found.offer if found is not None else None
        if found is None or offer is None or (locale is not None and offer.digest is None):
            raise _NotWholeError(found)
        return found

    def _ask(self, domain_id: UUID, version: int | None, locale: str | None) -> Target | None:
        parameters = {"domain_id": domain_id, "version": version, "locale": locale or ""}
        with self._app.database.session(read_only=True) as session:
            row = session.execute(_TARGET, parameters).one_or_none()
        if row is None:
            return None
        offer = None
        if row.categories is not None:
            offer = Offer(
                categories=tuple(row.categories),
                controller=row.controller,
                digest=row.digest,
                title=row.title,
                description=row.description,
                policy_url=row.policy_url,
            )
        return Target(
            workspace_id=row.workspace_id,
            hostname=row.hostname,
            region=row.region,
            gpc_refuses=row.gpc_refuses,
            renew_after_months=row.renew_after_months,
            visitor_data=row.visitor_data,
            visitor_salt=row.visitor_salt,
            count_impressions=row.count_impressions,
            version=row.version,
            offer=offer,
        )


def _statement() -> Select[Any]:
    domains = table(
        "domains",
        column("id", Uuid),
        column("workspace_id", Uuid),
        column("hostname", String),
        column("region", String),
        column("gpc_refuses", String),
        column("renew_after_months", Integer),
        column("published_version", Integer),
        column("count_impressions", Boolean),
    )
    workspaces = table(
        "workspaces",
        column("id", Uuid),
        column("visitor_data", String),
        column("visitor_salt", LargeBinary),
    )
    versions = table(
        "banner_versions",
        column("domain_id", Uuid),
        column("version", Integer),
        column("content", JsonDocument),
        column("digests", JsonDocument),
    )
    wordings = table(
        "banner_wordings",
        column("workspace_id", Uuid),
        column("digest", String),
        column("title", Text),
        column("description", Text),
        column("policy_url", Text),
    )
    version = func.coalesce(bindparam("version", type_=Integer), domains.c.published_version)
    digest = versions.c.digests[bindparam("locale", type_=JSON.JSONStrIndexType())].as_string()
    return (
        select(
            domains,
            workspaces.c.visitor_data,
            workspaces.c.visitor_salt,
            versions.c.version,
            versions.c.content["categories"].label("categories"),
            versions.c.content["controller"].as_string().label("controller"),
            wordings.c.digest,
            wordings.c.title,
            wordings.c.description,
            wordings.c.policy_url,
        )
        .select_from(domains)
        .join(workspaces, workspaces.c.id == domains.c.workspace_id)
        .outerjoin(
            versions, (versions.c.domain_id == domains.c.id) & (versions.c.version == version)
        )
        .outerjoin(
            wordings,
            (wordings.c.workspace_id == domains.c.workspace_id) & (wordings.c.digest == digest),
        )
        .where(domains.c.id == bindparam("domain_id", type_=Uuid))
    )


_TARGET = _statement()
