"""``python -m tools.operations``: validate openapi.yaml and write ``consent_app/operations/``.

There is one module for each tag, with a class for each operation and for its body, path, query and
headers. Views use these classes, so that mypy checks them against the document. ``--check`` (in
``make check``) fails if a file is out of date.
"""

from __future__ import annotations

import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import yaml
from openapi_spec_validator import validate
from openapi_spec_validator.readers import read_from_filename
from openapi_spec_validator.validation.exceptions import OpenAPIValidationError

from consent_app.api.typed_requests import attribute_name
from consent_app.openapi.compiled_operations import IGNORED_HEADERS
from consent_app.openapi.document import Document, DocumentError
from consent_app.openapi.document_file import COMPILED, compiled_document

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "consent_app" / "operations"
DOCUMENT = ROOT / "openapi.yaml"
HEAD = '"""{}\n\nWritten by ``make operations`` from openapi.yaml; not edited by hand.\n"""\n\n'
SCALARS = {"string": "str", "integer": "int", "number": "float", "boolean": "bool"}
FORMATS = {"uuid": "UUID", "date-time": "datetime"}
LOCATIONS = ("path", "query", "header")


def pascal(name: str) -> str:
    """Return ``createDomain`` as ``CreateDomain``."""
    return name[0].upper() + name[1:]


@dataclass
class Member:
    """One attribute of a generated class."""

    name: str
    annotation: str
    default: Any
    has_default: bool


@dataclass
class Module:
    """The parts of a generated module."""

    classes: dict[str, str] = field(default_factory=dict)
    operations: list[str] = field(default_factory=list)


class Writer:
    """Generates the modules of a document, by file name."""

    def __init__(self, document: Document) -> None:
        self._document = document

    def modules(self) -> dict[str, str]:
        """Return the text of each module."""
        modules: dict[str, Module] = {}
        for pattern, method, item, source in self._document.operations():
            tag = attribute_name(source["tags"][0].replace(" ", "_"))
            self._add(
                modules.setdefault(tag, Module()), f"{method.upper()} {pattern}", item, source
            )
        texts = {
            f"{name}.py": _text(f"The operations of {name.replace('_', ' ')}.", module)
            for name, module in modules.items()
        }
        texts["__init__.py"] = (
            '"""Each operation\'s request, typed; one module for each tag of openapi.yaml."""\n'
        )
        return texts

    def _add(
        self, module: Module, title: str, item: Mapping[str, Any], source: Mapping[str, Any]
    ) -> None:
        name = pascal(source["operationId"])
        parameters = [
            entry
            for entry in self._document.parameters(item, source)
            if entry["in"] != "header" or entry["name"].lower() not in IGNORED_HEADERS
        ]
        types = []
        for location in LOCATIONS:
            members = [self._parameter(entry) for entry in parameters if entry["in"] == location]
            types.append(self._class(module, _class_name(name, location, members), members))
        types.append(self._body(module, name, source))
        listed = ", ".join(types)
        module.operations.append(
            f"class {name}(ApiRequest[{listed}]):\n"
            f'    """``{title}``."""\n\n'
            f"    __slots__ = ()\n"
            f'    operation_id = "{source["operationId"]}"\n'
            f"    types = ({listed})\n"
        )

    def _body(self, module: Module, name: str, source: Mapping[str, Any]) -> str:
        if "requestBody" not in source:
            return "Empty"
        content = self._document.resolve(source["requestBody"])["content"]
        schema = self._document.resolve(next(iter(content.values()))["schema"])
        if schema.get("type") != "object":
            return "Empty"
        required = set(schema.get("required", ()))
        members = [
            self._member(member, value, required=member in required)
            for member, value in schema.get("properties", {}).items()
        ]
        return self._class(module, f"{name}Body", members)

    def _parameter(self, entry: Mapping[str, Any]) -> Member:
        return self._member(entry["name"], entry["schema"], required=entry.get("required", False))

    def _member(self, name: str, schema: Any, *, required: bool) -> Member:
        resolved = self._document.resolve(schema)
        annotation, nullable = self._type(resolved)
        has_default = "default" in resolved
        if nullable or (not required and not has_default):
            annotation += " | None"
        return Member(name, annotation, resolved.get("default"), has_default)

    def _type(self, schema: Any) -> tuple[str, bool]:
        """Return a schema's annotation, and whether it allows null."""
        schema = self._document.resolve(schema)
        branches = [
            self._document.resolve(branch)
            for branch in schema.get("anyOf", schema.get("oneOf", ()))
        ]
        if branches:
            kinds = [self._type(branch) for branch in branches if branch.get("type") != "null"]
            nullable = len(kinds) < len(branches) or any(kind[1] for kind in kinds)
            return kinds[0][0] if len({kind[0] for kind in kinds}) == 1 else "Any", nullable
        if "enum" in schema or "const" in schema:
            values = schema.get("enum", [schema.get("const")])
            listed = ", ".join(f'"{value}"' for value in values if value is not None)
            return f"Literal[{listed}]", None in values
        declared = schema.get("type", "object")
        types = [declared] if isinstance(declared, str) else list(declared)
        names = [name for name in types if name != "null"]
        nullable = len(names) < len(types)
        if len(names) != 1:
            return "Any", nullable
        if names[0] == "array":
            return f"list[{self._type(schema.get('items', {}))[0]}]", nullable
        if names[0] == "object":
            return "dict[str, Any]", nullable
        if names[0] == "string" and schema.get("format") in FORMATS:
            return FORMATS[schema["format"]], nullable
        return SCALARS[names[0]], nullable

    def _class(self, module: Module, name: str, members: list[Member]) -> str:
        if not members:
            return "Empty"
        module.classes[name] = "\n".join(_class_lines(name, members))
        return name


def _class_lines(name: str, members: list[Member]) -> Iterator[str]:
    attributes = [attribute_name(member.name) for member in members]
    yield f"class {name}(Values):"
    yield f'    """What is sent as ``{name}``."""\n'
    yield f"    __slots__ = ({', '.join(repr(attribute) for attribute in attributes)},)"
    yield f"    names = ({', '.join(repr(member.name) for member in members)},)"
    defaults = {
        attribute_name(member.name): member.default for member in members if member.has_default
    }
    if defaults:
        yield f"    defaults = {defaults!r}"
    yield ""
    for attribute, member in zip(attributes, members, strict=True):
        yield f"    {attribute}: {member.annotation}"
    yield ""


def _class_name(operation: str, location: str, members: list[Member]) -> str:
    # Many operations have the same path parameters, such as a domain's id.
    if location == "path":
        return "".join(pascal(member.name) for member in members) + "Path"
    return f"{operation}{location.capitalize()}"


def _text(title: str, module: Module) -> str:
    body = "\n\n".join([*module.classes.values(), *module.operations])
    imports = ["from __future__ import annotations", ""]
    if "datetime" in re.findall(r"\bdatetime\b(?!\")", body):
        imports.append("from datetime import datetime")
    typing = [name for name in ("Any", "Literal") if re.search(rf"\b{name}\b", body)]
    if typing:
        imports.append(f"from typing import {', '.join(typing)}")
    if re.search(r"\bUUID\b", body):
        imports.append("from uuid import UUID")
    typed = [name for name in ("ApiRequest", "Empty", "Values") if re.search(rf"\b{name}\b", body)]
    imports += ["", f"from consent_app.api.typed_requests import {', '.join(typed)}"]
    return HEAD.format(title) + "\n".join(imports) + "\n\n\n" + body


def formatted(texts: Mapping[str, str]) -> dict[str, str]:
    """Return the modules, formatted with the project's formatter."""
    with tempfile.TemporaryDirectory(dir=ROOT / "consent_app") as folder:
        for name, text in texts.items():
            (Path(folder) / name).write_text(text, encoding="utf-8")
        fixes = ["check", "--fix", "--quiet", "--select", "I,F401,RUF023"]
        for command in (fixes, ["format", "--quiet"]):
            subprocess.run([sys.executable, "-m", "ruff", *command, folder], check=True)
        return {name: (Path(folder) / name).read_text(encoding="utf-8") for name in texts}


class InvalidDocumentError(Exception):
    """openapi.yaml is not valid; the message says where."""


def read_valid(path: Path) -> Mapping[str, Any]:
    """Return the content of the document. Raises InvalidDocumentError."""
    try:
        spec, _ = read_from_filename(str(path))
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else "?"
        raise InvalidDocumentError(f", line {line}: {error.problem}") from None
    # Before the library, whose error for a broken reference contains the whole document.
    for place, problem in broken_references(Document(spec), spec):
        raise InvalidDocumentError(f", {place}: {problem}")
    try:
        validate(spec)
    except OpenAPIValidationError as error:
        place = "/".join(map(str, error.absolute_path)) or "the document"
        raise InvalidDocumentError(f", {place}: {error.message.splitlines()[0]}") from None
    return spec


def broken_references(document: Document, value: Any, place: str = "") -> Iterator[tuple[str, str]]:
    """Yield the place of each reference in ``value`` that points to nothing, and the problem."""
    if isinstance(value, Mapping) and isinstance(value.get("$ref"), str):
        try:
            document.resolve(value)
        except DocumentError as error:
            yield place, str(error)
    elif isinstance(value, Mapping | list):
        items = value.items() if isinstance(value, Mapping) else enumerate(value)
        for name, part in items:
            yield from broken_references(document, part, f"{place}/{name}" if place else str(name))


def main() -> int:
    """Write the modules, or with ``--check`` fail if they are out of date."""
    document = DOCUMENT.read_bytes()
    try:
        spec = read_valid(DOCUMENT)
    except InvalidDocumentError as error:
        print(f"openapi.yaml{error}", file=sys.stderr)
        return 1
    modules = formatted(Writer(Document(spec)).modules())
    files = {name: text.encode() for name, text in modules.items()}
    files[COMPILED] = compiled_document(document, spec)
    present = {path.name: path.read_bytes() for path in FOLDER.iterdir() if path.is_file()}
    if "--check" in sys.argv[1:]:
        if files != present:
            print("consent_app/operations/ is out of date: run make operations")
            return 1
        return 0
    FOLDER.mkdir(exist_ok=True)
    for name in present.keys() - files.keys():
        (FOLDER / name).unlink()
    for name, content in files.items():
        (FOLDER / name).write_bytes(content)
    return 0


if __name__ == "__main__":
    sys.exit(main())
