"""The routes of domains and groups, of the panel and of the read API."""

from __future__ import annotations

from typing import Any

from consent_app.api.pagination import next_link
from consent_app.api.views import api_view
from consent_app.compliance.service import compliance_schema
from consent_app.domains import domains, groups, rules, schemas
from consent_app.domains.domains import DomainPage, NewDomain
from consent_app.domains.queries import DomainFilters
from consent_app.domains.rules import NewOverride
from consent_app.domains.scores import explain_assessment
from consent_app.http.json_response import JsonResponse
from consent_app.operations import domains as operations
from consent_app.operations import read_api


@api_view("domains", "GET", permission="panel:viewer")
def list_domains(request: operations.ListDomains) -> JsonResponse:
    """List the workspace's domains."""
    return _list(request)


@api_view("api_domains", "GET", permission="key:domains:read")
def list_api_domains(request: read_api.ListApiDomains) -> JsonResponse:
    """List the domains of the key's workspace."""
    return _list(request)


@api_view("domains", "POST", permission="panel:admin")
def create_domain(request: operations.CreateDomain) -> dict[str, Any]:
    """Add a domain."""
    added = domains.add_domain(request.ctx, NewDomain(**request.body.sent()))
    return schemas.domain(added, request.ctx.language)


@api_view("domain", "GET", permission="panel:viewer")
def get_domain(request: operations.GetDomain) -> dict[str, Any]:
    """Read a domain."""
    details = domains.get_details(request.ctx, request.path.domain_id)
    return schemas.domain(details, request.ctx.language)


@api_view("domain", "PATCH", permission="panel:admin")
def update_domain(request: operations.UpdateDomain) -> dict[str, Any]:
    """Change a domain."""
    values = request.body.sent()
    changed = domains.change_domain(request.ctx, request.path.domain_id, values)
    return schemas.domain(changed, request.ctx.language)


@api_view("domain", "DELETE", permission="panel:admin")
def delete_domain(request: operations.DeleteDomain) -> None:
    """Delete a domain."""
    domains.delete_domain(request.ctx, request.path.domain_id)


@api_view("domain_compliance", "GET", permission="panel:viewer")
def get_compliance(request: operations.GetCompliance) -> dict[str, Any]:
    """Read a domain's score and findings."""
    domain = domains.get_domain(request.ctx, request.path.domain_id)
    ctx = request.ctx
    assessment = explain_assessment(ctx.session, domain, ctx.now())
    return schemas.suspension(domain) | compliance_schema(assessment, ctx.language)


@api_view("domain_settings", "GET", permission="panel:viewer")
def get_settings(request: operations.GetDomainSettings) -> dict[str, Any]:
    """Read the settings that affect a domain's visitors."""
    return schemas.domain_settings(domains.get_domain(request.ctx, request.path.domain_id))


@api_view("domain_settings", "PATCH", permission="panel:admin")
def update_settings(request: operations.UpdateDomainSettings) -> dict[str, Any]:
    """Change the settings that affect a domain's visitors."""
    values = request.body.sent()
    domain = domains.change_settings(request.ctx, request.path.domain_id, values)
    return schemas.domain_settings(domain)


@api_view("domain_rules", "GET", permission="panel:viewer")
def list_rules(request: operations.ListDomainRules) -> list[dict[str, Any]]:
    """List the rules that a domain's visitors are asked by."""
    return [
        schemas.domain_rule(rule, request.ctx.language)
        for rule in rules.list_rules(request.ctx, request.path.domain_id)
    ]


@api_view("domain_rule", "PUT", permission="panel:admin")
def override_rule(request: operations.OverrideDomainRule) -> dict[str, Any]:
    """Override a rule on a domain."""
    body, path = request.body, request.path
    new = NewOverride(body.model, tuple(body.exempt or ()), body.reason)
    state = rules.override_rule(request.ctx, path.domain_id, path.rule_id, new)
    return schemas.domain_rule(state, request.ctx.language)


@api_view("domain_rule", "DELETE", permission="panel:admin")
def restore_rule(request: operations.RestoreDomainRule) -> None:
    """Remove an override: the rule applies on the domain again."""
    rules.restore_rule(request.ctx, request.path.domain_id, request.path.rule_id)


@api_view("domain_groups", "GET", permission="panel:viewer")
def list_groups(request: operations.ListDomainGroups) -> list[dict[str, Any]]:
    """List the workspace's groups."""
    return [schemas.domain_group(*row) for row in groups.list_groups(request.ctx)]


@api_view("domain_groups", "POST", permission="panel:admin")
def create_group(request: operations.CreateDomainGroup) -> dict[str, Any]:
    """Create a group."""
    return schemas.domain_group(groups.create_group(request.ctx, request.body.name), 0)


@api_view("domain_group", "PATCH", permission="panel:admin")
def rename_group(request: operations.RenameDomainGroup) -> dict[str, Any]:
    """Rename a group."""
    name = request.body.name
    return schemas.domain_group(*groups.rename_group(request.ctx, request.path.group_id, name))


@api_view("domain_group", "DELETE", permission="panel:admin")
def delete_group(request: operations.DeleteDomainGroup) -> None:
    """Delete a group."""
    groups.delete_group(request.ctx, request.path.group_id)


def _list(request: operations.ListDomains | read_api.ListApiDomains) -> JsonResponse:
    query = request.query
    filters = DomainFilters(query.status, query.q, query.group_id, query.region)
    page = domains.list_domains(request.ctx, filters, query.limit, query.cursor)
    return JsonResponse(
        schemas.domain_list(page, request.ctx.language), headers=_next(request, page)
    )


def _next(
    request: operations.ListDomains | read_api.ListApiDomains, page: DomainPage
) -> dict[str, str] | None:
    return next_link(request.http, cursor=str(page.cursor)) if page.cursor is not None else None
