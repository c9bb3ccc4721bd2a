"""The routes of banner templates."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.json import JsonResponse
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.banners import template_service as service
from consent_app.banners.models import BannerTemplate
from consent_app.banners.presenting import present_template, present_whole_template


@api_view("banner_templates", "GET", permission="panel:viewer")
def get_templates(request: Request) -> list[dict[str, Any]]:
    """List the workspace's templates."""
    found = service.list_templates(request.db, request.identity.workspace_id)
    return [present_template(template) for template in found]


@api_view("banner_templates", "POST", permission="panel:admin")
def create_template(request: Request) -> JsonResponse:
    """Keep a banner as a template."""
    body = request.openapi_validated.body
    made = service.create_template(
        request.db, request.runtime, _editor(request), body["name"], body["banner"]
    )
    return _tagged(made, 201)


@api_view("banner_template", "GET", permission="panel:viewer")
def get_template(request: Request) -> JsonResponse:
    """Show a template."""
    workspace_id = request.identity.workspace_id
    return _tagged(service.find_template(request.db, workspace_id, _template_id(request)))


@api_view("banner_template", "PUT", permission="panel:admin")
def put_template(request: Request) -> JsonResponse:
    """Replace a template."""
    body = request.openapi_validated.body
    changed = service.replace_template(
        request.db,
        request.runtime,
        _editor(request),
        _template_id(request),
        body["name"],
        body["banner"],
        request.openapi_validated.parameters.header.get("If-Match"),
    )
    return _tagged(changed)


@api_view("banner_template", "DELETE", permission="panel:admin")
def delete_template(request: Request) -> None:
    """Delete a template."""
    service.delete_template(request.db, request.runtime, _editor(request), _template_id(request))


@api_view("banner_template_apply", "POST", permission="panel:admin")
def apply_template(request: Request) -> dict[str, Any]:
    """Apply a template to domains, as drafts or published at once."""
    body = request.openapi_validated.body
    wanted = service.Application(
        domain_ids=[UUID(text) for text in body["domainIds"]],
        publish=body.get("publish", False),
        material=body.get("material", False),
        replace_drafts=body.get("replaceDrafts", False),
    )
    domains, published = service.apply_template(
        request.db, request.runtime, _editor(request), _template_id(request), wanted
    )
    if published:
        ids = [version.domain_id for version in published]
        request.registry.public_banners.forget_after(request.tm.get(), ids)
    numbers = {version.domain_id: version.version for version in published}
    return {
        "items": [
            {
                "domainId": str(domain.id),
                "hostname": domain.hostname,
                "version": numbers.get(domain.id),
            }
            for domain in domains
        ]
    }


def _template_id(request: Request) -> UUID:
    found: UUID = request.openapi_validated.parameters.path["templateId"]
    return found


def _editor(request: Request) -> service.Editor:
    identity = request.identity
    return service.Editor(identity.workspace_id, identity.user_id, source_of(request))


def _tagged(template: BannerTemplate, status: int = 200) -> JsonResponse:
    headers = {"ETag": f'"{template.revision.hex}"'}
    return JsonResponse(present_whole_template(template), status=status, headers=headers)
