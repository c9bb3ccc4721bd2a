"""Publishing: a content becomes the next version of one or more domains, kept permanently."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from uuid import UUID

from consent_app.api.preconditions import check_if_match
from consent_app.banners import queries
from consent_app.banners.content import (
    Content,
    Person,
    WholeVersion,
    default_content,
    facts_of,
)
from consent_app.banners.drafts import content_of, get_domain_and_controller, state_of
from consent_app.banners.events import BannerPublished
from consent_app.banners.models import BannerVersion
from consent_app.banners.schemas import version_head, wordings_of
from consent_app.context import Context
from consent_app.domains.service import (
    Domain,
    get_domain,
    get_plan_usage,
    record_publications,
)
from consent_app.errors import DomainAllowanceExceeded, NotFound
from consent_app.events.event import Change
from consent_app.workspaces.service import get_own_workspace, lock_own_workspace


@dataclass(frozen=True, slots=True)
class Edition:
    """A banner to be published.

    ``material``: visitors are asked again. ``by_default``: it is the default banner.
    """

    content: Content
    material: bool = False
    by_default: bool = False


def publish(
    ctx: Context, domain_id: UUID, *, material: bool = False, if_match: str | None = None
) -> BannerVersion:
    """Publish the domain's draft as its next version and return that; the draft is deleted.

    Without a draft the last version is published again, or the default banner if there never was
    a draft. ``material`` says that visitors are to be asked again. Raises NotFound,
    PreconditionFailed, and DomainAllowanceExceeded for a domain that the plan does not cover.
    """
    lock_own_workspace(ctx)
    domain, controller = get_domain_and_controller(ctx, domain_id)
    state = state_of(ctx.session, domain, controller)
    check_if_match(if_match, state.tag, required=False)
    content = default_content(controller) if state.by_default else state.content
    (version,) = publish_many(ctx, [domain], Edition(content, material, state.by_default))
    return version


def publish_many(ctx: Context, domains: Sequence[Domain], edition: Edition) -> list[BannerVersion]:
    """Publish one content on many domains, in as many statements as on one; drop their drafts.

    The caller has locked the workspace. Raises DomainAllowanceExceeded where the plan does not
    cover one of them, NotFound if one was deleted, and then publishes none.
    """
    session, workspace_id, content = ctx.session, ctx.workspace_id, edition.content
    over = get_plan_usage(session, ctx.app, get_own_workspace(ctx)).over
    if any(domain.id in over for domain in domains):
        raise DomainAllowanceExceeded
    wordings = wordings_of(content, material=edition.material)
    queries.insert_wordings(session, workspace_id, wordings)
    ids = [domain.id for domain in domains]
    numbers = record_publications(ctx, ids, facts_of(content))
    if len(numbers) < len(ids):
        # One was deleted since it was looked up.
        raise NotFound
    head = version_head(content, by_default=edition.by_default)
    now = ctx.now()
    versions = [
        BannerVersion(
            domain_id=domain.id,
            version=numbers[domain.id],
            workspace_id=workspace_id,
            published_at=now,
            published_by=ctx.user_id,
            material=edition.material,
            content=head,
            digests={wording.locale: wording.digest for wording in wordings},
        )
        for domain in domains
    ]
    session.add_all(versions)
    queries.delete_drafts(session, workspace_id, ids)
    for domain in domains:
        ctx.emit(_published_event(domain, numbers[domain.id], edition))
    session.flush()
    return versions


def list_versions(
    ctx: Context, domain_id: UUID, limit: int, cursor: int | None
) -> list[tuple[BannerVersion, Person | None]]:
    """Return up to ``limit`` versions, newest first, before ``cursor``. Raises NotFound."""
    get_domain(ctx, domain_id)
    rows = queries.get_versions(ctx.session, ctx.workspace_id, domain_id, limit, cursor)
    return [(version, _publisher(version, email)) for version, email in rows]


def get_version(ctx: Context, domain_id: UUID, number: int) -> WholeVersion:
    """Return one version with its content. Raises NotFound."""
    get_domain(ctx, domain_id)
    row = queries.get_version_with_publisher(ctx.session, ctx.workspace_id, domain_id, number)
    if row is None:
        raise NotFound
    version, email = row
    return WholeVersion(version, _publisher(version, email), content_of(ctx.session, version))


def _published_event(domain: Domain, number: int, edition: Edition) -> BannerPublished:
    changes = [Change("hostname", None, domain.hostname)]
    changes.append(Change("version", str(number - 1) if number > 1 else None, str(number)))
    if edition.material:
        changes.append(Change("material", None, "true"))
    return BannerPublished(
        subject_id=domain.id, changes=tuple(changes), hostname=domain.hostname, version=number
    )


def _publisher(version: BannerVersion, email: str | None) -> Person | None:
    return Person(version.published_by, email) if version.published_by else None
