"""Setting up the routes, validators and limits that ``openapi.yaml`` describes."""

from __future__ import annotations

from pathlib import Path

from pyramid.config import PHASE1_CONFIG, PHASE3_CONFIG, Configurator
from pyramid.tweens import INGRESS

from consent_app.api.rate_limits import RateLimits
from consent_app.api.registry import ApiRegistry
from consent_app.api.specification import add_specification
from consent_app.api.validation import Explainer, RequestValidator, ResponseValidator
from consent_app.api.views import register_views
from consent_app.http.deprecation import notices
from consent_app.http.problems import add_error_views
from consent_app.http.request import Request, hoist_extensions
from consent_app.openapi.compiled_operations import compile_operations
from consent_app.openapi.document import Document


def compile_api(config: Configurator, document: Document) -> None:
    """Add the document's routes and compile its operations. Raises DocumentError."""
    for pattern, item in document.paths():
        config.add_route(item["x-pyramid-route-name"], pattern)
    api: ApiRegistry = config.registry.api
    for name, limit in document.rate_limits.items():
        api.rate_limits.add(name, limit["amount"], limit["seconds"], per=limit["per"])
    api.document, api.operations = document, compile_operations(document)
    api.cors = {
        item["x-pyramid-route-name"]: item.get("x-cors", "none") for _, item in document.paths()
    }
    api.open_refusals = frozenset(
        item["x-pyramid-route-name"]
        for _, item in document.paths()
        if item.get("x-cors-refusals") == "any"
    )
    api.notices = notices(document)
    api.explainer = Explainer(document.spec)
    api.request_validator = RequestValidator(api.explainer)
    api.response_validator = ResponseValidator(api.explainer)


def include_api(config: Configurator, spec: Path) -> None:
    """Serve the document ``spec`` at /openapi.yaml and validate all of its routes against it."""
    config.registry.api = ApiRegistry(RateLimits(config.registry.application))
    config.set_request_factory(Request)
    config.add_directive("register_views", register_views)
    config.add_tween("consent_app.http.boundary.boundary_factory", under=INGRESS)
    config.include("consent_app.http.tracing")
    config.include("consent_app.http.routing")
    config.include("consent_app.http.transactions")
    config.include("consent_app.api.direct_views")
    config.include("consent_app.api.responses")
    add_error_views(config)
    config.include("consent_app.http.cors")
    config.include("consent_app.api.rate_limits")
    document = Document(add_specification(config, spec, route="/openapi.yaml"))
    config.action(("consent_app.api",), compile_api, args=(config, document), order=PHASE1_CONFIG)
    config.action(
        ("consent_app.api.hoist",), hoist_extensions, args=(config,), order=PHASE3_CONFIG + 100
    )
