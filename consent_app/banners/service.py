"""Banners: publishing one, and what a visitor's page is given of it."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.audit.service import Event, Source, record
from consent_app.banners import queries
from consent_app.banners.content import Wording, best_locale, default_content, wording
from consent_app.banners.models import BannerVersion
from consent_app.banners.script import script
from consent_app.domains.service import (
    BannerFacts,
    Domain,
    billing_of,
    count_publication,
    find_domain,
    find_domain_for_visitors,
    is_held,
)
from consent_app.errors import DomainAllowanceExceeded, NotFound
from consent_app.runtime import Runtime
from consent_app.workspaces.service import find_workspace, happened

__all__ = ["ShownBanner", "publish", "published_banner", "script"]


@dataclass(frozen=True, slots=True)
class ShownBanner:
    """A published banner as one visitor is shown it."""

    domain: Domain
    version: BannerVersion
    wording: Wording
    held: bool


def publish(
    session: Session,
    runtime: Runtime,
    source: Source | None,
    workspace_id: UUID,
    domain_id: UUID,
    published_by: UUID,
) -> BannerVersion:
    """Publish the default banner as the domain's next version and return it.

    Raises NotFound, and DomainAllowanceExceeded for a domain that the plan does not cover.
    """
    domain = find_domain(session, workspace_id, domain_id)
    workspace = find_workspace(session, workspace_id)
    if domain is None or workspace is None:
        raise NotFound
    if domain.id in billing_of(session, runtime, workspace_id).over:
        raise DomainAllowanceExceeded
    content = default_content(workspace.name)
    wordings = [wording(content, locale) for locale in content["locales"]]
    queries.keep_wordings(session, workspace_id, content, wordings)
    facts = BannerFacts(
        policy_url=content["policyUrl"] is not None,
        purposes_named=all(
            category["description"] for each in wordings for category in each.shown["categories"]
        ),
        locales=tuple(content["locales"]),
        # The script draws both buttons alike, chooses nothing beforehand and leaves its control.
        equal_choice=True,
        nothing_prechosen=True,
        withdrawable=True,
    )
    number = count_publication(session, domain.id, facts)
    published = BannerVersion(
        domain_id=domain.id,
        version=number,
        workspace_id=workspace_id,
        published_at=runtime.now(),
        published_by=published_by,
        content=content,
        digests={each.locale: each.digest for each in wordings},
    )
    session.add(published)
    happened(
        session,
        runtime,
        workspace_id,
        "banner_published",
        domain_id=domain.id,
        hostname=domain.hostname,
        subject=str(number),
    )
    event = Event(
        "banner.published",
        published_by,
        workspace_id,
        domain.id,
        detail={"hostname": domain.hostname, "version": str(number)},
    )
    record(session, runtime, source, event)
    session.flush()
    return published


def published_banner(
    session: Session, runtime: Runtime, domain_id: UUID, locale: str | None
) -> ShownBanner:
    """Return what a domain's visitors are shown, in the best locale for ``locale``.

    Raises NotFound for an unknown domain and for one with nothing published.
    """
    domain = find_domain_for_visitors(session, domain_id)
    if domain is None or domain.published_version is None:
        raise NotFound
    workspace = find_workspace(session, domain.workspace_id)
    published = queries.version(session, domain_id, domain.published_version)
    if workspace is None or published is None:
        raise NotFound
    return ShownBanner(
        domain=domain,
        version=published,
        wording=wording(published.content, best_locale(published.content, locale)),
        held=is_held(session, runtime, workspace, domain),
    )
