"""Templates: one banner under a name, applied to many domains at once."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.audit.service import Event, Source, record
from consent_app.banners import queries, template_queries
from consent_app.banners.checking import read_banner
from consent_app.banners.content import facts_of
from consent_app.banners.models import BannerTemplate, BannerVersion
from consent_app.banners.preconditions import hold
from consent_app.banners.publishing import publish_many
from consent_app.domains.service import Domain, find_domains, note_drafts
from consent_app.errors import DraftExists, Fault, NotFound, TemplateNameTaken, ValidationFailed
from consent_app.runtime import Runtime
from consent_app.workspaces.service import find_workspace, lock_workspace

MOST_TEMPLATES = 100

list_templates = template_queries.templates


@dataclass(frozen=True, slots=True)
class Application:
    """What a template is applied to, and how: as drafts, or published at once."""

    domain_ids: list[UUID]
    publish: bool
    material: bool
    replace_drafts: bool


@dataclass(frozen=True, slots=True)
class Editor:
    """Who changes templates, in which workspace, and from where."""

    workspace_id: UUID
    user_id: UUID
    source: Source


def find_template(session: Session, workspace_id: UUID, template_id: UUID) -> BannerTemplate:
    """Return a template of the workspace. Raises NotFound."""
    found = template_queries.template(session, workspace_id, template_id)
    if found is None:
        raise NotFound
    return found


def create_template(
    session: Session, runtime: Runtime, editor: Editor, name: str, body: dict[str, Any]
) -> BannerTemplate:
    """Keep a banner under a name. Raises ValidationFailed, TemplateNameTaken."""
    controller = _begin(session, editor, name, but=None)
    if template_queries.count(session, editor.workspace_id) >= MOST_TEMPLATES:
        raise ValidationFailed.at("#/name", f"a workspace has {MOST_TEMPLATES} templates at most")
    now = runtime.now()
    template = BannerTemplate(
        id=runtime.new_id(),
        workspace_id=editor.workspace_id,
        name=name.strip(),
        revision=runtime.new_id(),
        created_at=now,
        updated_at=now,
        updated_by=editor.user_id,
        content=_read(body, controller),
    )
    session.add(template)
    session.flush()
    _tell(session, runtime, editor, "banner_template.created", template)
    return template


def replace_template(
    session: Session,
    runtime: Runtime,
    editor: Editor,
    template_id: UUID,
    name: str,
    body: dict[str, Any],
    if_match: str | None,
) -> BannerTemplate:
    """Give a template another name and banner; domains keep what was applied to them.

    Raises NotFound, ValidationFailed, TemplateNameTaken, PreconditionFailed, PreconditionRequired.
    """
    controller = _begin(session, editor, name, but=template_id)
    template = find_template(session, editor.workspace_id, template_id)
    hold(if_match, template.revision.hex, needed=True)
    template.name = name.strip()
    template.content = _read(body, controller)
    template.revision = runtime.new_id()
    template.updated_at = runtime.now()
    template.updated_by = editor.user_id
    session.flush()
    _tell(session, runtime, editor, "banner_template.changed", template)
    return template


def delete_template(session: Session, runtime: Runtime, editor: Editor, template_id: UUID) -> None:
    """Delete a template; domains keep what was applied to them. Raises NotFound."""
    lock_workspace(session, editor.workspace_id)
    template = find_template(session, editor.workspace_id, template_id)
    _tell(session, runtime, editor, "banner_template.deleted", template)
    session.delete(template)
    session.flush()


def apply_template(
    session: Session, runtime: Runtime, editor: Editor, template_id: UUID, wanted: Application
) -> tuple[list[Domain], list[BannerVersion]]:
    """Make the template each domain's draft, or publish it there: all of them or none.

    As many statements for 500 domains as for one. Returns the domains and, where it was published,
    their new versions. Raises NotFound, ValidationFailed for what is no domain of the workspace,
    DraftExists, DomainAllowanceExceeded.
    """
    workspace_id = editor.workspace_id
    lock_workspace(session, workspace_id)
    template = find_template(session, workspace_id, template_id)
    domains = find_domains(session, workspace_id, wanted.domain_ids)
    _refuse_strangers(wanted.domain_ids, domains)
    ids = [domain.id for domain in domains]
    if not wanted.replace_drafts:
        _refuse_drafted(wanted.domain_ids, queries.drafted(session, workspace_id, ids))
    content = template.content
    published: list[BannerVersion] = []
    if wanted.publish:
        published = publish_many(
            session,
            runtime,
            editor.source,
            workspace_id,
            domains,
            editor.user_id,
            content,
            material=wanted.material,
        )
    else:
        revision, now = runtime.new_id(), runtime.now()
        queries.put_drafts(session, workspace_id, ids, revision, content, editor.user_id, now)
        note_drafts(session, workspace_id, ids, facts_of(content))
    _tell(session, runtime, editor, "banner_template.applied", template, domains=str(len(ids)))
    session.flush()
    return domains, published


def _begin(session: Session, editor: Editor, name: str, *, but: UUID | None) -> str:
    lock_workspace(session, editor.workspace_id)
    workspace = find_workspace(session, editor.workspace_id)
    if workspace is None:
        raise NotFound
    if template_queries.is_taken(session, editor.workspace_id, name.strip(), but):
        raise TemplateNameTaken
    return workspace.name


def _read(body: dict[str, Any], controller: str) -> dict[str, Any]:
    try:
        return read_banner(body, controller)
    except ValidationFailed as error:
        # The banner is a member of the body here.
        raise ValidationFailed(
            faults=tuple(
                Fault(fault.pointer.replace("#", "#/banner", 1), fault.message)
                for fault in error.faults
            )
        ) from None


def _refuse_strangers(asked: Sequence[UUID], found: Sequence[Domain]) -> None:
    known = {domain.id for domain in found}
    faults = tuple(
        Fault(f"#/domainIds/{index}", "must be a domain of this workspace")
        for index, domain_id in enumerate(asked)
        if domain_id not in known
    )
    if faults:
        raise ValidationFailed(faults=faults)


def _refuse_drafted(asked: Sequence[UUID], drafted: set[UUID]) -> None:
    faults = tuple(
        Fault(f"#/domainIds/{index}", "has a draft")
        for index, domain_id in enumerate(asked)
        if domain_id in drafted
    )
    if faults:
        raise DraftExists(faults=faults)


def _tell(
    session: Session,
    runtime: Runtime,
    editor: Editor,
    event: str,
    template: BannerTemplate,
    **detail: str,
) -> None:
    told = Event(
        event,
        editor.user_id,
        editor.workspace_id,
        template.id,
        detail={"name": template.name, **detail},
    )
    record(session, runtime, editor.source, told)
