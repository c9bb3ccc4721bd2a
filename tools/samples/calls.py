"""The calls of the samples: the operations of openapi.yaml with the values of their examples."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from consent_app.openapi.document import Document
from consent_app.reference.samples import ORIGIN
from tools.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parent.parent.parent
SITE = "https://www.example.com"
"""The site that a visitor's request comes from."""

TOKENS = {
    "accountToken": "ACCOUNT_TOKEN",
    "accessToken": "ACCESS_TOKEN",
    "apiKey": "CONSENT_API_KEY",
    "proofToken": "PROOF_TOKEN",
}
"""The environment variable from which a sample reads each kind of credential."""

PAGED = {
    "listDomains": ("workspace", "domains", "domain"),
    "listPanelConsentEvents": ("workspace", "receipts", "receipt"),
    "listAuditEvents": ("workspace", "audit_events", "event"),
    "listNotifications": ("workspace", "notifications", "notification"),
    "listBannerVersions": ("workspace", "banner_versions", "version"),
    "listConsentEvents": ("reader", "receipts", "receipt"),
    "listApiDomains": ("reader", "domains", "domain"),
}
"""The lists that the clients read page by page: their client, their name, and a row's name."""


@dataclass(frozen=True)
class Call:
    """One call. ``path`` and ``query`` map the API's names to the required values."""

    operation_id: str
    tag: str
    method: str
    pattern: str
    path: dict[str, Any]
    query: dict[str, Any]
    credential: str | None
    """The first of the kinds of credentials that openapi.yaml accepts for the operation."""
    body: Any
    is_visitors: bool
    """Whether a page of the customer's site sends the call, with its ``Origin``."""
    is_text: bool
    """Whether the response is text: it has content, and none of it is JSON."""

    @property
    def url(self) -> str:
        """The URL, with the query."""
        path = re.sub(r"{(\w+)}", lambda match: str(self.path[match[1]]), self.pattern)
        query = "&".join(f"{name}={value}" for name, value in self.query.items())
        return f"{ORIGIN}{path}{'?' if query else ''}{query}"


def calls() -> Iterator[Call]:
    """Yield a call of each operation."""
    document = Document(read_yaml(ROOT / "openapi.yaml"))
    for pattern, method, item, operation in document.operations():
        required: dict[str, dict[str, Any]] = {"path": {}, "query": {}, "header": {}}
        for parameter in document.parameters(item, operation):
            if parameter.get("required"):
                required[parameter["in"]][parameter["name"]] = parameter["example"]
        accepted = [next(iter(entry), None) for entry in operation.get("security", ())]
        tag = operation["tags"][0]
        yield Call(
            operation_id=operation["operationId"],
            tag=tag,
            method=method,
            pattern=pattern,
            path=required["path"],
            query=required["query"],
            credential=accepted[0] if accepted else None,
            body=_body(document, operation),
            is_visitors=tag == "Visitors" and method == "post",
            is_text=_is_text(document, operation),
        )


def _is_text(document: Document, operation: Mapping[str, Any]) -> bool:
    contents = [
        document.resolve(response).get("content", {})
        for status, response in operation["responses"].items()
        if status.startswith("2")
    ]
    return any(contents) and not any("application/json" in content for content in contents)


def _body(document: Document, operation: dict[str, Any]) -> Any:
    if "requestBody" not in operation:
        return None
    content = document.resolve(operation["requestBody"])["content"]
    media = content.get("application/json")
    if media is None:
        return None
    if "example" in media:
        return media["example"]
    example = document.resolve(next(iter(media["examples"].values())))
    return example["value"]
