"""The operations of openapi.yaml as the reference shows them: by tag, in the document's order."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from consent_app.openapi.document import Document
from consent_app.reference.markdown import slug
from consent_app.reference.members import Member, Schemas

PROBLEM = "application/problem+json"


@dataclass(frozen=True, slots=True)
class Success:
    """A successful response: its status, meaning, forms, members and an example."""

    status: str
    description: str
    forms: tuple[str, ...]
    body: Member | None
    example: str | None


@dataclass(frozen=True, slots=True)
class Refusal:
    """An operation's refusals with one status: the codes, and their meanings."""

    status: str
    codes: tuple[str, ...]
    description: str


@dataclass(frozen=True, slots=True)
class Operation:
    """An operation."""

    id: str
    tag: str
    method: str
    path: str
    summary: str
    description: str
    credentials: tuple[str, ...]
    is_deprecated: bool
    parameters: tuple[Member, ...]
    body: Member | None
    body_example: str
    successes: tuple[Success, ...]
    refusals: tuple[Refusal, ...]
    guide: Guidance | None

    @property
    def page(self) -> str:
        """The path of its page."""
        return f"/docs/api/{slug(self.tag)}#{self.id}"


@dataclass(frozen=True, slots=True)
class Guidance:
    """The guide with more details: ``externalDocs`` of the document."""

    title: str
    path: str


@dataclass(frozen=True, slots=True)
class Tag:
    """A tag with its operations."""

    name: str
    slug: str
    description: str
    guide: Guidance | None
    operations: tuple[Operation, ...]


class Contract:
    """The content of the document, ready to be shown."""

    def __init__(self, document: Document) -> None:
        self._document = document
        self._schemas = Schemas(document)
        spec = document.spec
        self.title: str = spec["info"]["title"]
        self.version: str = spec["info"]["version"]
        self.summary: str = spec["info"]["summary"]
        self.description: str = spec["info"]["description"]
        schemes = spec["components"]["securitySchemes"]
        self.credentials = {name: scheme["description"] for name, scheme in schemes.items()}
        self._labels = {name: scheme["x-label"] for name, scheme in schemes.items()}
        operations = [self._operation(*entry) for entry in document.operations()]
        groups = {tag: group["name"] for group in spec["x-tagGroups"] for tag in group["tags"]}
        self.tags = {
            slug(tag["name"]): Tag(
                name=tag["name"],
                slug=slug(tag["name"]),
                description=tag["description"],
                guide=_guidance(tag),
                operations=tuple(
                    operation for operation in operations if operation.tag == tag["name"]
                ),
            )
            for tag in spec["tags"]
        }
        self.groups: dict[str, list[Tag]] = {}
        for tag in self.tags.values():
            self.groups.setdefault(groups[tag.name], []).append(tag)
        self._pages = {
            (operation.method, _shape(operation.path)): operation.page for operation in operations
        }

    def page(self, method: str, path: str) -> str | None:
        """Return the page of an operation, or None if there is no such operation."""
        return self._pages.get((method, _shape(path.partition("?")[0])))

    def _operation(
        self, path: str, method: str, item: Mapping[str, Any], operation: Mapping[str, Any]
    ) -> Operation:
        accepted = [next(iter(scheme), "") for scheme in operation.get("security", ())]
        return Operation(
            id=operation["operationId"],
            tag=operation["tags"][0],
            method=method.upper(),
            path=path,
            summary=operation["summary"],
            description=operation.get("description", ""),
            credentials=tuple(self._labels.get(name, "no credential") for name in accepted),
            is_deprecated=bool(operation.get("deprecated")),
            parameters=tuple(map(self._parameter, self._document.parameters(item, operation))),
            body=self._body(operation),
            body_example=self._body_example(operation),
            successes=tuple(self._successes(operation)),
            refusals=tuple(self._refusals(operation)),
            guide=_guidance(operation),
        )

    def _parameter(self, parameter: Mapping[str, Any]) -> Member:
        member = self._schemas.member(
            parameter["name"], parameter["schema"], required=bool(parameter.get("required"))
        )
        return Member(
            name=member.name,
            kind=member.kind,
            description=parameter.get("description") or member.description,
            required=member.required,
            location=parameter["in"],
            values=member.values,
            limits=member.limits,
            default=member.default,
            example=_text(parameter.get("example", "")),
        )

    def _body(self, operation: Mapping[str, Any]) -> Member | None:
        if "requestBody" not in operation:
            return None
        body = self._document.resolve(operation["requestBody"])
        media = next(iter(body["content"].values()))
        required = bool(body.get("required"))
        return self._schemas.member("body", media.get("schema", {}), required=required)

    def _body_example(self, operation: Mapping[str, Any]) -> str:
        if "requestBody" not in operation:
            return ""
        body = self._document.resolve(operation["requestBody"])
        return self._example(next(iter(body["content"].values()))) or ""

    def _successes(self, operation: Mapping[str, Any]) -> Iterator[Success]:
        for status, response in operation["responses"].items():
            if status.startswith(("2", "3")):
                declared = self._document.resolve(response)
                content = declared.get("content", {})
                media = next(iter(content.values()), None)
                yield Success(
                    status=status,
                    description=declared["description"],
                    forms=tuple(content),
                    body=self._schemas.member("body", media["schema"]) if media else None,
                    example=self._example(media) if media else None,
                )

    def _example(self, media: Mapping[str, Any]) -> str | None:
        if "example" in media:
            value = media["example"]
        elif "examples" in media:
            value = self._document.resolve(next(iter(media["examples"].values())))["value"]
        else:
            return None
        return _text(value)

    def _refusals(self, operation: Mapping[str, Any]) -> Iterator[Refusal]:
        for status, response in operation["responses"].items():
            if status.startswith(("4", "5")):
                declared = self._document.resolve(response)
                content = declared.get("content", {}).get(PROBLEM, {})
                examples = [
                    self._document.resolve(example)["value"]
                    for example in content.get("examples", {}).values()
                ]
                examples += [content["example"]] if "example" in content else []
                codes = dict.fromkeys(example["code"] for example in examples)
                yield Refusal(status, tuple(codes), declared["description"])


def _guidance(holder: Mapping[str, Any]) -> Guidance | None:
    docs = holder.get("externalDocs")
    return Guidance(docs["description"], docs["url"]) if docs else None


def _text(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False, indent=2)


def _shape(path: str) -> str:
    return re.sub(r"{\w+}", "{}", path)
