"""Every operation has exactly one view, every view under /v1 and /.well-known an operation."""

from __future__ import annotations

from collections import Counter
from typing import Any

from consent_app.api.views import PERMISSIONS
from consent_app.openapi.document import Document
from tests.support.codes import NO_VIEW
from tests.support.harness import Harness


def views_of(harness: Harness) -> list[dict[str, Any]]:
    """Return the views of routes: route name, pattern, methods, permission."""
    introspector = harness.wsgi.registry.introspector
    patterns = {
        item["introspectable"]["name"]: item["introspectable"]["pattern"]
        for item in introspector.get_category("routes")
    }
    results = []
    for item in introspector.get_category("views"):
        view = item["introspectable"]
        if view["route_name"] in patterns and view["context"] is None:
            methods = view["request_methods"] or ("*",)
            methods = [methods] if isinstance(methods, str) else list(methods)
            permissions = [
                related["value"]
                for related in introspector.related(view)
                if related.category_name == "permissions"
            ]
            results.append(
                {
                    "pattern": patterns[view["route_name"]],
                    "methods": [method for method in methods if method != "HEAD"],
                    "permission": permissions[0] if permissions else None,
                }
            )
    return results


def test_operations_and_views_are_the_same(harness: Harness, document: Document) -> None:
    operations = Counter(
        (pattern, method.upper()) for pattern, method, _, _ in document.operations()
    )
    views = Counter(
        (view["pattern"], method)
        for view in views_of(harness)
        for method in view["methods"]
        if view["pattern"].startswith(("/v1/", "/.well-known/")) and method != "OPTIONS"
    )
    assert operations - views == Counter(), f"operations without a view{NO_VIEW}"
    assert views - operations == Counter(), "views without an operation in openapi.yaml"
    assert set(operations.values()) == {1}


def test_every_view_of_an_operation_asks_for_what_the_document_says(
    harness: Harness, document: Document
) -> None:
    kinds = {
        "public": set[str](),
        "account": {"accountToken"},
        "panel": {"accessToken"},
        "key": {"apiKey"},
        "session": {"accountToken", "accessToken"},
    }
    permissions = {
        (view["pattern"], method): view["permission"]
        for view in views_of(harness)
        for method in view["methods"]
    }
    for pattern, method, _, operation in document.operations():
        permission = permissions.get((pattern, method.upper()))
        assert permission is not None, f"{method.upper()} {pattern}{NO_VIEW}"
        assert permission in PERMISSIONS, pattern
        security = operation.get("security", document.spec.get("security", []))
        schemes = {scheme for requirement in security for scheme in requirement}
        if {} in security:
            # A credential may come along; the view itself looks at it.
            assert permission == "public", pattern
            continue
        # The proof token is no credential of a caller: the view itself checks it.
        assert schemes - {"proofToken"} == kinds[permission.partition(":")[0]], pattern


def test_only_the_document_is_served_from_its_folder(harness: Harness) -> None:
    patterns = {route.pattern for route in harness.wsgi.routes_mapper.get_routes()}
    assert "/openapi.yaml" in patterns
    assert not [pattern for pattern in patterns if pattern.startswith(("/spec", "spec"))]
