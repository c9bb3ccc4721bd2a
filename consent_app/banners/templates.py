"""Templates: named banners that are applied to many domains in one call."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from consent_app.api.preconditions import check_if_match
from consent_app.banners import events, queries
from consent_app.banners.content import facts_of
from consent_app.banners.models import BannerTemplate, BannerVersion
from consent_app.banners.publication import Edition, publish_many
from consent_app.banners.queries import DraftRow
from consent_app.banners.validation import read_banner
from consent_app.context import Context
from consent_app.domains.service import Domain, get_domains, record_drafts
from consent_app.errors import (
    DraftExists,
    FieldError,
    NotFound,
    QuotaExceeded,
    TemplateNameTaken,
    ValidationFailed,
)
from consent_app.events.event import Change
from consent_app.workspaces.service import lock_own_workspace

MAX_TEMPLATES = 100


@dataclass(frozen=True, slots=True)
class TemplateInput:
    """A template as an editor sends it: its name and ``BannerContent`` of openapi.yaml."""

    name: str
    banner: dict[str, Any]


@dataclass(frozen=True, slots=True)
class TemplateApplication:
    """The domains that a template is applied to, as drafts or published immediately."""

    domain_ids: list[UUID]
    publish: bool
    material: bool
    replace_drafts: bool


def list_templates(ctx: Context) -> list[BannerTemplate]:
    """Return every template of the caller's workspace, by name, without its content."""
    return queries.get_templates(ctx.session, ctx.workspace_id)


def get_template(ctx: Context, template_id: UUID) -> BannerTemplate:
    """Return a template of the caller's workspace. Raises NotFound."""
    template = queries.get_template(ctx.session, ctx.workspace_id, template_id)
    if template is None:
        raise NotFound
    return template


def create_template(ctx: Context, sent: TemplateInput) -> BannerTemplate:
    """Store a banner under a name. Raises ValidationFailed, TemplateNameTaken, QuotaExceeded."""
    controller = lock_own_workspace(ctx).name
    _refuse_taken_name(ctx, sent.name)
    if queries.count_templates(ctx.session, ctx.workspace_id) >= MAX_TEMPLATES:
        raise QuotaExceeded(
            f"A workspace can have at most {MAX_TEMPLATES} templates. Delete one first."
        )
    now = ctx.now()
    template = BannerTemplate(
        id=ctx.new_id(),
        workspace_id=ctx.workspace_id,
        name=sent.name.strip(),
        revision=ctx.new_id(),
        created_at=now,
        updated_at=now,
        updated_by=ctx.user_id,
        content=_read(sent.banner, controller),
    )
    ctx.session.add(template)
    ctx.session.flush()
    name = Change("name", None, template.name)
    ctx.emit(events.BannerTemplateCreated(subject_id=template.id, changes=(name,)))
    return template


def replace_template(
    ctx: Context, template_id: UUID, sent: TemplateInput, if_match: str | None
) -> BannerTemplate:
    """Replace a template's name and banner; domains keep the banners that were applied to them.

    Raises NotFound, ValidationFailed, TemplateNameTaken, PreconditionFailed, PreconditionRequired.
    """
    controller = lock_own_workspace(ctx).name
    _refuse_taken_name(ctx, sent.name, except_id=template_id)
    template = get_template(ctx, template_id)
    check_if_match(if_match, template.revision.hex, required=True)
    name = Change("name", template.name, sent.name.strip())
    template.name = sent.name.strip()
    template.content = _read(sent.banner, controller)
    template.revision = ctx.new_id()
    template.updated_at = ctx.now()
    template.updated_by = ctx.user_id
    ctx.session.flush()
    ctx.emit(events.BannerTemplateChanged(subject_id=template.id, changes=(name,)))
    return template


def delete_template(ctx: Context, template_id: UUID) -> None:
    """Delete a template; domains keep the banners that were applied to them. Raises NotFound."""
    lock_own_workspace(ctx)
    template = get_template(ctx, template_id)
    name = Change("name", template.name, None)
    ctx.emit(events.BannerTemplateDeleted(subject_id=template.id, changes=(name,)))
    ctx.session.delete(template)
    ctx.session.flush()


def apply_template(
    ctx: Context, template_id: UUID, application: TemplateApplication
) -> tuple[list[Domain], list[BannerVersion]]:
    """Make the template each domain's draft, or publish it there: all of them or none.

    The number of statements is the same for one domain and for 500. Returns the domains and, if it
    was published, their new versions. Raises NotFound, ValidationFailed for an id that is not a
    domain of the workspace, DraftExists, DomainAllowanceExceeded.
    """
    session, workspace_id = ctx.session, ctx.workspace_id
    lock_own_workspace(ctx)
    template = get_template(ctx, template_id)
    domains = get_domains(session, workspace_id, application.domain_ids)
    _refuse_foreign_domains(application.domain_ids, domains)
    ids = [domain.id for domain in domains]
    if not application.replace_drafts:
        ids_with_draft = queries.get_domain_ids_with_draft(session, workspace_id, ids)
        _refuse_drafts(application.domain_ids, ids_with_draft)
    content = template.content
    versions: list[BannerVersion] = []
    if application.publish:
        versions = publish_many(ctx, domains, Edition(content, application.material))
    else:
        draft = DraftRow(ctx.new_id(), ctx.now(), ctx.user_id, content)
        queries.put_drafts(session, workspace_id, ids, draft)
        record_drafts(ctx, ids, facts_of(content))
    changes = (Change("name", None, template.name), Change("domains", None, str(len(ids))))
    ctx.emit(events.BannerTemplateApplied(subject_id=template.id, changes=changes))
    session.flush()
    return domains, versions


def _refuse_taken_name(ctx: Context, name: str, *, except_id: UUID | None = None) -> None:
    if queries.is_template_name_taken(ctx.session, ctx.workspace_id, name.strip(), except_id):
        raise TemplateNameTaken


def _read(body: dict[str, Any], controller: str) -> dict[str, Any]:
    try:
        return read_banner(body, controller)
    except ValidationFailed as error:
        # The banner is a member of the body here.
        raise ValidationFailed(
            field_errors=tuple(
                FieldError(field_error.pointer.replace("#", "#/banner", 1), field_error.message)
                for field_error in error.field_errors
            )
        ) from None


def _refuse_foreign_domains(domain_ids: Sequence[UUID], domains: Sequence[Domain]) -> None:
    own_ids = {domain.id for domain in domains}
    field_errors = tuple(
        FieldError(f"#/domainIds/{index}", "must be a domain of this workspace")
        for index, domain_id in enumerate(domain_ids)
        if domain_id not in own_ids
    )
    if field_errors:
        raise ValidationFailed(field_errors=field_errors)


def _refuse_drafts(domain_ids: Sequence[UUID], ids_with_draft: set[UUID]) -> None:
    field_errors = tuple(
        FieldError(f"#/domainIds/{index}", "has a draft")
        for index, domain_id in enumerate(domain_ids)
        if domain_id in ids_with_draft
    )
    if field_errors:
        raise DraftExists(field_errors=field_errors)
