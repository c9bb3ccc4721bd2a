"""Publishing: a content becomes the next version of one domain or of many, kept for ever."""

from __future__ import annotations

from collections.abc import Sequence
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.audit.service import Event, Source, record
from consent_app.banners import queries
from consent_app.banners.content import Content, facts_of, head_of, wordings_of
from consent_app.banners.defaults import default_content
from consent_app.banners.drafts import state_of
from consent_app.banners.models import BannerVersion
from consent_app.banners.preconditions import hold
from consent_app.domains.service import Domain, billing_of, count_publications, find_domain
from consent_app.errors import DomainAllowanceExceeded, NotFound
from consent_app.runtime import Runtime
from consent_app.workspaces.service import find_workspace, happened, lock_workspace


def publish(
    session: Session,
    runtime: Runtime,
    source: Source | None,
    workspace_id: UUID,
    domain_id: UUID,
    published_by: UUID,
    *,
    material: bool = False,
    if_match: str | None = None,
) -> BannerVersion:
    """Publish the domain's draft as its next version and return that; the draft is then gone.

    Without a draft the last version is published again, and the default banner where nobody ever
    drafted another. ``material`` says that visitors are to be asked again. Raises NotFound,
    PreconditionFailed, and DomainAllowanceExceeded for a domain that the plan does not cover.
    """
    lock_workspace(session, workspace_id)
    domain = find_domain(session, workspace_id, domain_id)
    workspace = find_workspace(session, workspace_id)
    if domain is None or workspace is None:
        raise NotFound
    found = state_of(session, domain, workspace.name)
    hold(if_match, found.tag, needed=False)
    content = default_content(workspace.name) if found.by_default else found.content
    (published,) = publish_many(
        session,
        runtime,
        source,
        workspace_id,
        [domain],
        published_by,
        content,
        material=material,
        by_default=found.by_default,
    )
    return published


def publish_many(
    session: Session,
    runtime: Runtime,
    source: Source | None,
    workspace_id: UUID,
    domains: Sequence[Domain],
    published_by: UUID,
    content: Content,
    *,
    material: bool,
    by_default: bool = False,
) -> list[BannerVersion]:
    """Publish one content on many domains, in as many statements as on one; drop their drafts.

    Whoever calls holds the workspace. Raises DomainAllowanceExceeded where the plan does not cover
    one of them, NotFound where one is gone, and publishes none then.
    """
    over = billing_of(session, runtime, workspace_id).over
    if any(domain.id in over for domain in domains):
        raise DomainAllowanceExceeded
    wordings = wordings_of(content, material=material)
    queries.keep_wordings(session, workspace_id, wordings)
    ids = [domain.id for domain in domains]
    numbers = count_publications(session, workspace_id, ids, facts_of(content))
    if len(numbers) < len(ids):
        # One was deleted since it was looked up.
        raise NotFound
    head = {**head_of(content), "byDefault": by_default}
    now = runtime.now()
    published = [
        BannerVersion(
            domain_id=domain.id,
            version=numbers[domain.id],
            workspace_id=workspace_id,
            published_at=now,
            published_by=published_by,
            material=material,
            content=head,
            digests={each.locale: each.digest for each in wordings},
        )
        for domain in domains
    ]
    session.add_all(published)
    queries.delete_drafts(session, workspace_id, ids)
    for domain in domains:
        number = str(numbers[domain.id])
        happened(
            session,
            runtime,
            workspace_id,
            "banner_published",
            domain_id=domain.id,
            hostname=domain.hostname,
            subject=number,
        )
        detail = {"hostname": domain.hostname, "version": number}
        if material:
            detail["material"] = "true"
        event = Event("banner.published", published_by, workspace_id, domain.id, detail=detail)
        record(session, runtime, source, event)
    session.flush()
    return published
