"""The routes of banners: drafts, publication, versions, templates, and visitors' banners."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any
from uuid import UUID

from pyramid.interfaces import IRoutesMapper
from pyramid.response import Response

from consent_app.api.pagination import next_link
from consent_app.api.views import api_view
from consent_app.banners import drafts, publication, schemas, templates
from consent_app.banners.content import BannerState
from consent_app.banners.models import BannerTemplate
from consent_app.banners.previews import PreviewVisitor, preview, preview_saved
from consent_app.banners.public_banners import PublicBanner, PublicBanners
from consent_app.banners.templates import TemplateApplication, TemplateInput
from consent_app.errors import OriginNotAllowed
from consent_app.http.json_response import JsonResponse
from consent_app.http.request import Request
from consent_app.jurisdictions.service import Geolocation, read_edge
from consent_app.net.hostname import origin_belongs
from consent_app.operations import banners as operations
from consent_app.operations import visitors

BANNER_SECONDS = 60
RULE_SECONDS = 600
_CACHE_CONTROL = f"public, max-age={BANNER_SECONDS}"
_PATH = re.compile(
    "/v1/public/domains/([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})/banner"
)
_QUERY = re.compile("(?:locale=([A-Za-z0-9-]{1,64}))?(?:(?:^|&)rule=([a-z]{2,10}(?:-[a-z]{2})?))?")


@api_view("banner", "GET", permission="panel:viewer")
def get_banner(request: operations.GetBanner) -> JsonResponse:
    """Show the draft, else the published version, else the default banner."""
    return _document(drafts.get_state(request.ctx, request.path.domain_id))


@api_view("banner", "PUT", permission="panel:admin")
def save_draft(request: operations.SaveBannerDraft) -> JsonResponse:
    """Save the draft."""
    body, if_match = request.json_body, request.header.if_match
    return _document(drafts.save_draft(request.ctx, request.path.domain_id, body, if_match))


@api_view("banner", "DELETE", permission="panel:admin")
def discard_draft(request: operations.DiscardBannerDraft) -> None:
    """Discard the draft."""
    drafts.discard_draft(request.ctx, request.path.domain_id, request.header.if_match)


@api_view("banner_publish", "POST", permission="panel:admin")
def publish(request: operations.PublishBanner) -> dict[str, Any]:
    """Publish the domain's banner."""
    version = publication.publish(
        request.ctx,
        request.path.domain_id,
        material=bool(request.body.material),
        if_match=request.header.if_match,
    )
    return schemas.published_banner(version)


@api_view("banner_preview", "GET", permission="panel:viewer")
def preview_draft(request: operations.PreviewBannerDraft) -> dict[str, Any]:
    """Show the saved banner as visitors would see it."""
    visitor = PreviewVisitor(request.query.locale, request.query.place)
    previewed = preview_saved(request.ctx, request.path.domain_id, visitor)
    return schemas.banner_preview(previewed, request.ctx.now(), request.ctx.language)


@api_view("banner_preview", "POST", permission="panel:viewer")
def preview_banner(request: operations.PreviewBanner) -> dict[str, Any]:
    """Show a banner as visitors would see it."""
    body = request.body
    visitor = PreviewVisitor(body.locale, body.place)
    previewed = preview(request.ctx, request.path.domain_id, request.json_body["banner"], visitor)
    return schemas.banner_preview(previewed, request.ctx.now(), request.ctx.language)


@api_view("banner_versions", "GET", permission="panel:viewer")
def list_versions(request: operations.ListBannerVersions) -> JsonResponse:
    """List the published versions."""
    query, limit = request.query, request.query.limit
    rows = publication.list_versions(request.ctx, request.path.domain_id, limit + 1, query.cursor)
    page = [schemas.banner_version(version, publisher) for version, publisher in rows[:limit]]
    has_more = len(rows) > limit
    cursor = str(page[-1]["version"]) if has_more else ""
    headers = next_link(request.http, cursor=cursor, limit=limit) if has_more else None
    return JsonResponse(page, headers=headers)


@api_view("banner_version", "GET", permission="panel:viewer")
def get_version(request: operations.GetBannerVersion) -> dict[str, Any]:
    """Show one published version with its content."""
    path = request.path
    version = publication.get_version(request.ctx, path.domain_id, path.version)
    return schemas.whole_banner_version(version)


@api_view("banner_templates", "GET", permission="panel:viewer")
def list_templates(request: operations.ListBannerTemplates) -> list[dict[str, Any]]:
    """List the workspace's templates."""
    return [schemas.banner_template(template) for template in templates.list_templates(request.ctx)]


@api_view("banner_templates", "POST", permission="panel:admin")
def create_template(request: operations.CreateBannerTemplate) -> JsonResponse:
    """Keep a banner as a template."""
    sent = TemplateInput(request.body.name, request.body.banner)
    return _template(templates.create_template(request.ctx, sent), 201)


@api_view("banner_template", "GET", permission="panel:viewer")
def get_template(request: operations.GetBannerTemplate) -> JsonResponse:
    """Show a template."""
    return _template(templates.get_template(request.ctx, request.path.template_id))


@api_view("banner_template", "PUT", permission="panel:admin")
def replace_template(request: operations.ReplaceBannerTemplate) -> JsonResponse:
    """Replace a template."""
    sent = TemplateInput(request.body.name, request.body.banner)
    template_id, if_match = request.path.template_id, request.header.if_match
    return _template(templates.replace_template(request.ctx, template_id, sent, if_match))


@api_view("banner_template", "DELETE", permission="panel:admin")
def delete_template(request: operations.DeleteBannerTemplate) -> None:
    """Delete a template."""
    templates.delete_template(request.ctx, request.path.template_id)


@api_view("banner_template_apply", "POST", permission="panel:admin")
def apply_template(request: operations.ApplyBannerTemplate) -> dict[str, Any]:
    """Apply a template to domains, as drafts or published immediately."""
    body = request.body
    application = TemplateApplication(
        domain_ids=body.domain_ids,
        publish=bool(body.publish),
        material=bool(body.material),
        replace_drafts=bool(body.replace_drafts),
    )
    applied = templates.apply_template(request.ctx, request.path.template_id, application)
    return schemas.template_application(*applied)


@api_view("public_banner", "GET", permission="public")
def get_published_banner(request: visitors.GetPublishedBanner) -> Response:
    """Return the banner that visitors are shown."""
    banners, query = request.http.app.get(PublicBanners), request.query
    return _banner(
        request.http, banners.banner_for(request.path.domain_id, query.locale, query.rule)
    )


@api_view("public_rule", "GET", permission="public")
def get_visitor_rule(request: visitors.GetVisitorRule) -> Response:
    """Return the rule that applies to the visitor."""
    app, environ = request.http.app, request.http.environ
    edge = read_edge(environ, app.settings)
    place = app.get(Geolocation).locate(request.http.client_address, edge)
    visitor_rule = app.get(PublicBanners).rule_for(request.path.domain_id, place)
    _check_origin(request.http, visitor_rule.hostname)
    gpc = environ.get("HTTP_SEC_GPC") == "1"
    response = JsonResponse(
        schemas.visitor_rule(visitor_rule.rule, visitor_rule.basis, gpc=gpc),
        headers={"Cache-Control": f"private, max-age={RULE_SECONDS}"},
    )
    response.vary = "Sec-GPC"
    return response


def cached_banner_factory(handler: Callable[[Request], Response], registry: Any) -> Any:
    """Tween: answer a request for a cached banner before Pyramid looks for its route.

    It repeats the cached response for a valid path and query; all other requests take the usual
    path.
    """
    banners: PublicBanners = registry.application.get(PublicBanners)
    routes = registry.getUtility(IRoutesMapper)

    def tween(request: Request) -> Response:
        environ = request.environ
        if environ["REQUEST_METHOD"] != "GET":
            return handler(request)
        path = _PATH.fullmatch(environ.get("PATH_INFO", ""))
        query = _QUERY.fullmatch(environ.get("QUERY_STRING", "")) if path else None
        if path is None or query is None:
            return handler(request)
        banner = banners.cached(UUID(path[1]), query[1], query[2])
        if banner is None:
            return handler(request)
        # CORS decides by the route who may read the response.
        request.matched_route = routes.get_route("public_banner")
        return _banner(request, banner)

    return tween


def _banner(request: Request, banner: PublicBanner) -> Response:
    _check_origin(request, banner.hostname)
    headers = {"ETag": f'"{banner.tag}"', "Cache-Control": _CACHE_CONTROL}
    response = JsonResponse(banner.payload, headers=headers)
    response.conditional_response = "HTTP_IF_NONE_MATCH" in request.environ
    return response


def _check_origin(request: Request, hostname: str) -> None:
    # The result is stored, so that CORS need not query the database.
    origin = request.environ.get("HTTP_ORIGIN")
    if origin is not None and not origin_belongs(origin, hostname):
        if origin == "null":
            raise OriginNotAllowed(
                "The browser names no site for this page: it is a file, or in a sandboxed frame."
                f" Open it at {hostname}."
            )
        raise OriginNotAllowed(
            f"This page is not on {hostname} or a subdomain of it. Add its hostname as a"
            " separate domain."
        )
    request.visitor_origin_allowed = True


def _document(state: BannerState) -> JsonResponse:
    return JsonResponse(schemas.banner_document(state), headers={"ETag": f'"{state.tag}"'})


def _template(template: BannerTemplate, status: int = 200) -> JsonResponse:
    headers = {"ETag": f'"{template.revision.hex}"'}
    return JsonResponse(schemas.whole_banner_template(template), status=status, headers=headers)
