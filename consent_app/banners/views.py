"""The banner routes of the panel: the draft, publishing, versions."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import JsonResponse
from consent_app.api.paging import next_link
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.banners import service
from consent_app.banners.drafts import BannerState
from consent_app.banners.presenting import (
    present_published,
    present_state,
    present_version,
    present_whole_version,
)


@api_view("banner", "GET", permission="panel:viewer")
def get_banner(request: Request) -> JsonResponse:
    """Show the draft, else what is published, else the default banner."""
    workspace_id = request.identity.workspace_id
    return _tagged(service.banner_state(request.db, workspace_id, _path(request)["domainId"]))


@api_view("banner", "PUT", permission="panel:admin")
def put_banner(request: Request) -> JsonResponse:
    """Save the draft."""
    return _tagged(
        service.save_draft(
            request.db,
            request.runtime,
            source_of(request),
            request.identity.workspace_id,
            _path(request)["domainId"],
            request.identity.user_id,
            request.openapi_validated.body,
            _if_match(request),
        )
    )


@api_view("banner", "DELETE", permission="panel:admin")
def delete_banner(request: Request) -> None:
    """Discard the draft."""
    service.discard_draft(
        request.db,
        request.runtime,
        source_of(request),
        request.identity.workspace_id,
        _path(request)["domainId"],
        request.identity.user_id,
        _if_match(request),
    )


@api_view("banner_publish", "POST", permission="panel:admin")
def publish(request: Request) -> dict[str, Any]:
    """Publish the domain's banner."""
    published = service.publish(
        request.db,
        request.runtime,
        source_of(request),
        request.identity.workspace_id,
        _path(request)["domainId"],
        request.identity.user_id,
        material=(request.openapi_validated.body or {}).get("material", False),
        if_match=_if_match(request),
    )
    request.registry.public_banners.forget_after(request.tm.get(), [published.domain_id])
    return present_published(published)


@api_view("banner_versions", "GET", permission="panel:viewer")
def get_versions(request: Request) -> JsonResponse:
    """List the published versions."""
    query = request.openapi_validated.parameters.query
    limit = query["limit"]
    found = service.versions_of(
        request.db,
        request.identity.workspace_id,
        _path(request)["domainId"],
        limit + 1,
        query.get("cursor"),
    )
    page = [present_version(version, publisher) for version, publisher in found[:limit]]
    more = len(found) > limit
    headers = next_link(request, cursor=str(page[-1]["version"]), limit=limit) if more else None
    return JsonResponse(page, headers=headers)


@api_view("banner_version", "GET", permission="panel:viewer")
def get_version(request: Request) -> dict[str, Any]:
    """Show one published version with its content."""
    path = _path(request)
    found = service.version_of(
        request.db, request.identity.workspace_id, path["domainId"], path["version"]
    )
    return present_whole_version(found)


def _path(request: Request) -> dict[str, Any]:
    return request.openapi_validated.parameters.path


def _if_match(request: Request) -> str | None:
    found: str | None = request.openapi_validated.parameters.header.get("If-Match")
    return found


def _tagged(found: BannerState) -> JsonResponse:
    return JsonResponse(present_state(found), headers={"ETag": f'"{found.tag}"'})
