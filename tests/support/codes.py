"""Checking the code of every problem in a test against those that openapi.yaml documents."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterable
from functools import cache
from typing import Any

from consent_app.openapi.document import Document
from consent_app.server.logs import WSGIApp
from consent_app.settings import project_file
from tools.yaml_files import read_yaml

PROBLEM = "application/problem+json"


@cache
def documented() -> list[tuple[re.Pattern[str], str, dict[int, set[str]]]]:
    """Return pattern, method and the codes by status, for each operation of the document."""
    document = Document(read_yaml(project_file("openapi.yaml")))
    operations = []
    for pattern, method, _, operation in document.operations():
        codes = {}
        for status, entry in operation["responses"].items():
            content = document.resolve(entry).get("content", {}).get(PROBLEM)
            if content:
                references = content.get("examples", {}).values()
                examples = [document.resolve(example)["value"] for example in references]
                examples += [content["example"]] if "example" in content else []
                codes[int(status)] = {example["code"] for example in examples}
        path = re.compile(re.sub(r"\\{\w+\\}", "[^/]+", re.escape(pattern)))
        operations.append((path, method.upper(), codes))
    return operations


def undeclared(path: str, method: str, status: int, code: str) -> bool:
    """Return whether the document has this operation but does not declare this code for it."""
    for pattern, declared_method, codes in documented():
        if pattern.fullmatch(path) and declared_method == ("GET" if method == "HEAD" else method):
            # The document declares no code for internal errors.
            return status != 500 and code not in codes.get(status, set())
    return False


NO_VIEW = """: no view answers this operation. Is there an @api_view of its route and method, does
includeme of the room register its views, and is the room in FEATURES of consent_app/__init__.py?"""


def hold_codes(app: WSGIApp) -> WSGIApp:
    """Return ``app``, wrapped so that a test fails if it responds with an undocumented code."""

    def watched(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        answered: list[int] = []

        def start(status: str, headers: list[tuple[str, str]], *exc_info: Any) -> Any:
            if any(name.lower() == "content-type" and value == PROBLEM for name, value in headers):
                answered.append(int(status[:3]))
            return start_response(status, headers, *exc_info)

        content = app(environ, start)
        if answered and isinstance(content, list) and any(content):
            code = json.loads(b"".join(content))["code"]
            path, method = environ["PATH_INFO"], environ["REQUEST_METHOD"]
            assert not undeclared(path, method, answered[-1], code), (
                f"openapi.yaml does not declare {answered[-1]} {code} for {method} {path}"
                + (NO_VIEW if code == "method_not_allowed" else "")
            )
        return content

    return watched
