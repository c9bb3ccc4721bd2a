"""Setting up what ``openapi.yaml`` says: its routes, its validators, its limits."""

from __future__ import annotations

from pathlib import Path

from pyramid.config import PHASE1_CONFIG, PHASE3_CONFIG, Configurator
from pyramid.tweens import INGRESS

from consent_app.api.compiled import compile_operations
from consent_app.api.deprecation import notices
from consent_app.api.document import Document
from consent_app.api.problems import add_error_views
from consent_app.api.rate_limits import RateLimits
from consent_app.api.registry import ApiRegistry
from consent_app.api.request import Request, hoist_extensions
from consent_app.api.specification import LIBRARY, add_specification
from consent_app.api.validation import RequestValidator, ResponseValidator


def compile_api(config: Configurator) -> None:
    """Compile the document that the library read, and take its validators' places."""
    settings = config.registry.settings[LIBRARY]
    document = Document(settings["spec"].read_value())
    operations = compile_operations(document)
    cors = {
        item["x-pyramid-route-name"]: item.get("x-cors", "none") for _, item in document.paths()
    }
    api: ApiRegistry = config.registry.api
    for name, limit in document.rate_limits.items():
        api.rate_limits.add(name, limit["amount"], limit["seconds"], per=limit["per"])
    api.document, api.operations, api.cors = document, operations, cors
    api.open_refusals = frozenset(
        item["x-pyramid-route-name"]
        for _, item in document.paths()
        if item.get("x-cors-refusals") == "any"
    )
    api.notices = notices(document)
    settings["request_validator"] = RequestValidator(settings["request_validator"])
    settings["response_validator"] = ResponseValidator(settings["response_validator"])


def include_api(config: Configurator, spec: Path) -> None:
    """Serve the document ``spec`` at /openapi.yaml and hold all of its routes to it."""
    config.registry.api = ApiRegistry(RateLimits(config.registry.application))
    config.set_request_factory(Request)
    config.add_tween("consent_app.api.boundary.boundary_factory", under=INGRESS)
    config.include("consent_app.api.traced")
    config.include("consent_app.api.routing")
    config.include("consent_app.api.transactions")
    config.include("consent_app.api.direct")
    config.include("pyramid_openapi3")
    add_error_views(config)
    config.include("consent_app.api.cors")
    config.include("consent_app.api.rate_limits")
    add_specification(config, spec, route="/openapi.yaml")
    config.pyramid_openapi3_register_routes()
    config.action(("consent_app.api",), compile_api, args=(config,), order=PHASE1_CONFIG)
    config.action(
        ("consent_app.api.hoist",), hoist_extensions, args=(config,), order=PHASE3_CONFIG + 100
    )
