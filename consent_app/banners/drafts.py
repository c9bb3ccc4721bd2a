"""Drafts: the content of a domain's next version, which no editor can overwrite for another."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.api.preconditions import check_if_match
from consent_app.banners import queries
from consent_app.banners.content import (
    BannerState,
    Content,
    Person,
    default_content,
    facts_of,
)
from consent_app.banners.events import BannerDraftDiscarded, BannerDraftSaved
from consent_app.banners.models import BannerVersion
from consent_app.banners.queries import DraftRow
from consent_app.banners.schemas import content_from
from consent_app.banners.validation import read_banner
from consent_app.context import Context
from consent_app.domains.service import Domain, get_domain, record_drafts
from consent_app.errors import NotFound
from consent_app.events.event import Change
from consent_app.workspaces.service import get_own_workspace, lock_own_workspace


def get_state(ctx: Context, domain_id: UUID) -> BannerState:
    """Return the state of the domain's banner for an editor. Raises NotFound."""
    domain, controller = get_domain_and_controller(ctx, domain_id)
    return state_of(ctx.session, domain, controller)


def state_of(session: Session, domain: Domain, controller: str) -> BannerState:
    """Return the present state of ``domain``'s banner; ``controller`` is the workspace's name."""
    draft = queries.get_draft(session, domain.workspace_id, domain.id)
    number = domain.published_version
    if draft is not None:
        editor_id = draft.updated_by
        email = queries.get_email(session, domain.workspace_id, editor_id)
        return BannerState(
            state="draft",
            version=number,
            updated_at=draft.updated_at,
            updated_by=Person(editor_id, email) if editor_id else None,
            content=draft.content,
            tag=draft.revision.hex,
        )
    row = (
        queries.get_version_with_publisher(session, domain.workspace_id, domain.id, number)
        if number is not None
        else None
    )
    if row is None:
        content = default_content(controller)
        return BannerState("default", None, None, None, content, "default", by_default=True)
    published, email = row
    publisher_id = published.published_by
    return BannerState(
        state="published",
        version=number,
        updated_at=published.published_at,
        updated_by=Person(publisher_id, email) if publisher_id else None,
        content=content_of(session, published),
        tag=f"v{number}",
        # Versions of the first release lack the member: there were no drafts then.
        by_default=published.content.get("byDefault", True),
    )


def content_of(session: Session, published: BannerVersion) -> Content:
    """Return the content of a published version."""
    wordings = queries.get_wordings(session, published.workspace_id, published.digests.values())
    return content_from(published.content, wordings)


def save_draft(
    ctx: Context, domain_id: UUID, body: dict[str, Any], if_match: str | None
) -> BannerState:
    """Make ``body`` (``BannerContent`` of openapi.yaml) the domain's draft and return it.

    An existing draft is replaced only if ``if_match`` names it. Raises
    NotFound, ValidationFailed, PreconditionFailed, PreconditionRequired.
    """
    session, workspace_id, editor_id = ctx.session, ctx.workspace_id, ctx.user_id
    lock_own_workspace(ctx)
    domain, controller = get_domain_and_controller(ctx, domain_id)
    state = state_of(session, domain, controller)
    check_if_match(if_match, state.tag, required=state.state == "draft")
    content = read_banner(body, controller)
    draft = DraftRow(ctx.new_id(), ctx.now(), editor_id, content)
    queries.put_drafts(session, workspace_id, [domain_id], draft)
    record_drafts(ctx, [domain_id], facts_of(content))
    hostname = Change("hostname", None, domain.hostname)
    ctx.emit(BannerDraftSaved(subject_id=domain_id, changes=(hostname,)))
    editor = Person(editor_id, queries.get_email(session, workspace_id, editor_id))
    return BannerState(
        "draft", domain.published_version, draft.updated_at, editor, content, draft.revision.hex
    )


def discard_draft(ctx: Context, domain_id: UUID, if_match: str | None) -> None:
    """Delete the domain's draft. Raises NotFound if it has none, PreconditionFailed."""
    session, workspace_id = ctx.session, ctx.workspace_id
    lock_own_workspace(ctx)
    domain, controller = get_domain_and_controller(ctx, domain_id)
    state = state_of(session, domain, controller)
    if state.state != "draft":
        raise NotFound
    check_if_match(if_match, state.tag, required=False)
    queries.delete_drafts(session, workspace_id, [domain_id])
    record_drafts(ctx, [domain_id], facts_of(default_content(controller)))
    hostname = Change("hostname", None, domain.hostname)
    ctx.emit(BannerDraftDiscarded(subject_id=domain_id, changes=(hostname,)))


def get_domain_and_controller(ctx: Context, domain_id: UUID) -> tuple[Domain, str]:
    """Return a domain of the caller's workspace, and the workspace's name.

    Raises NotFound, and Unauthenticated for a workspace deleted during the request.
    """
    return get_domain(ctx, domain_id), get_own_workspace(ctx).name
