"""Drafts: what a domain's next version will say, and that no editor overwrites another."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.audit.service import Event, Source, record
from consent_app.banners import queries
from consent_app.banners.checking import read_banner
from consent_app.banners.content import Content, content_from, facts_of
from consent_app.banners.defaults import default_content
from consent_app.banners.models import BannerVersion
from consent_app.banners.preconditions import hold
from consent_app.domains.service import Domain, find_domain, note_draft
from consent_app.errors import NotFound
from consent_app.runtime import Runtime
from consent_app.workspaces.service import find_workspace, lock_workspace


@dataclass(frozen=True, slots=True)
class Person:
    """Who changed something; ``email`` is None once the account is gone."""

    id: UUID
    email: str | None


@dataclass(frozen=True, slots=True)
class BannerState:
    """What an editor finds: the draft, else what is published, else the default banner.

    ``version`` is the one now published, None before the first. ``tag`` is the entity tag, without
    quotes. ``by_default`` says that nobody wrote the content: it is the default banner's.
    """

    state: Literal["draft", "published", "default"]
    version: int | None
    updated_at: datetime | None
    updated_by: Person | None
    content: Content
    tag: str
    by_default: bool = False


def banner_state(session: Session, workspace_id: UUID, domain_id: UUID) -> BannerState:
    """Return what an editor of the domain's banner finds. Raises NotFound."""
    domain, controller = _find(session, workspace_id, domain_id)
    return state_of(session, domain, controller)


def state_of(session: Session, domain: Domain, controller: str) -> BannerState:
    """Return what there is of ``domain``'s banner; ``controller`` is the workspace's name."""
    draft = queries.draft(session, domain.workspace_id, domain.id)
    number = domain.published_version
    if draft is not None:
        editor = draft.updated_by
        email = queries.email_of(session, editor)
        return BannerState(
            state="draft",
            version=number,
            updated_at=draft.updated_at,
            updated_by=Person(editor, email) if editor else None,
            content=draft.content,
            tag=draft.revision.hex,
        )
    found = (
        queries.version_with_publisher(session, domain.workspace_id, domain.id, number)
        if number is not None
        else None
    )
    if found is None:
        content = default_content(controller)
        return BannerState("default", None, None, None, content, "default", by_default=True)
    published, email = found
    publisher = published.published_by
    return BannerState(
        state="published",
        version=number,
        updated_at=published.published_at,
        updated_by=Person(publisher, email) if publisher else None,
        content=content_of(session, published),
        tag=f"v{number}",
        # Versions of the first release say nothing of it: there were no drafts then.
        by_default=published.content.get("byDefault", True),
    )


def content_of(session: Session, published: BannerVersion) -> Content:
    """Return the content of a published version."""
    shown = queries.shown(session, published.workspace_id, published.digests.values())
    return content_from(published.content, shown)


def save_draft(
    session: Session,
    runtime: Runtime,
    source: Source,
    workspace_id: UUID,
    domain_id: UUID,
    editor: UUID,
    body: dict[str, Any],
    if_match: str | None,
) -> BannerState:
    """Make ``body`` (``BannerContent`` of openapi.yaml) the domain's draft and return it.

    A draft that is there is replaced only by whoever names it. Raises NotFound, ValidationFailed,
    PreconditionFailed, PreconditionRequired.
    """
    lock_workspace(session, workspace_id)
    domain, controller = _find(session, workspace_id, domain_id)
    found = state_of(session, domain, controller)
    hold(if_match, found.tag, needed=found.state == "draft")
    content = read_banner(body, controller)
    revision, now = runtime.new_id(), runtime.now()
    queries.put_drafts(session, workspace_id, [domain_id], revision, content, editor, now)
    note_draft(session, workspace_id, domain_id, facts_of(content))
    detail = {"hostname": domain.hostname}
    event = Event("banner.draft_saved", editor, workspace_id, domain_id, detail=detail)
    record(session, runtime, source, event)
    email = queries.email_of(session, editor)
    version = domain.published_version
    return BannerState("draft", version, now, Person(editor, email), content, revision.hex)


def discard_draft(
    session: Session,
    runtime: Runtime,
    source: Source,
    workspace_id: UUID,
    domain_id: UUID,
    editor: UUID,
    if_match: str | None,
) -> None:
    """Delete the domain's draft. Raises NotFound where there is none, PreconditionFailed."""
    lock_workspace(session, workspace_id)
    domain, controller = _find(session, workspace_id, domain_id)
    found = state_of(session, domain, controller)
    if found.state != "draft":
        raise NotFound
    hold(if_match, found.tag, needed=False)
    queries.delete_drafts(session, workspace_id, [domain_id])
    note_draft(session, workspace_id, domain_id, facts_of(default_content(controller)))
    detail = {"hostname": domain.hostname}
    event = Event("banner.draft_discarded", editor, workspace_id, domain_id, detail=detail)
    record(session, runtime, source, event)


def _find(session: Session, workspace_id: UUID, domain_id: UUID) -> tuple[Domain, str]:
    domain = find_domain(session, workspace_id, domain_id)
    workspace = find_workspace(session, workspace_id)
    if domain is None or workspace is None:
        raise NotFound
    return domain, workspace.name
