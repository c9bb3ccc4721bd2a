"""``python -m tools.changes``: breaking changes of openapi.yaml since the last release.

The documents of the releases are in ``docs/releases``, so that a clone without tags has them.
``python -m tools.changes --release`` adds the current one, and empties the list of accepted
changes. Requests must not become narrower, and responses not wider: docs/versioning.md has the
rules.
"""

from __future__ import annotations

import re
import shutil
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any, Literal

from jsonschema_rs import is_valid

from consent_app.openapi.document import Document
from tools.yaml_files import read_yaml

ROOT = Path(__file__).resolve().parent.parent
RELEASES = ROOT / "docs" / "releases"
Direction = Literal["sent", "received"]
LOWER_BOUNDS = ("minimum", "exclusiveMinimum", "minLength", "minItems", "minProperties")
UPPER_BOUNDS = ("maximum", "exclusiveMaximum", "maxLength", "maxItems", "maxProperties")


def last_release(folder: Path = RELEASES) -> Path:
    """Return the document of the newest release in ``folder``. Raises FileNotFoundError."""
    releases = {}
    for path in folder.glob("openapi-*.yaml"):
        if match := re.fullmatch(r"openapi-(\d+)\.(\d+)\.(\d+)\.yaml", path.name):
            releases[tuple(map(int, match.groups()))] = path
    if not releases:
        raise FileNotFoundError(f"no release's document is in {folder}")
    return releases[max(releases)]


def accepted() -> frozenset[str]:
    """Return the accepted breaking changes: the lines of ``accepted.txt``."""
    lines = (RELEASES / "accepted.txt").read_text(encoding="utf-8").splitlines()
    return frozenset(line for line in lines if line and not line.startswith("#"))


def breaking(before: Mapping[str, Any], after: Mapping[str, Any]) -> list[str]:
    """Return each breaking change between two documents, as a sentence with its place."""
    return list(dict.fromkeys(_operations(Document(before), Document(after))))


def _operations(before: Document, after: Document) -> Iterator[str]:
    now = {(path, method): (item, op) for path, method, item, op in after.operations()}
    for path, method, item, operation in before.operations():
        name = f"{method.upper()} {path}"
        if (path, method) not in now:
            yield f"{name}: the operation was removed"
            continue
        item_now, operation_now = now[path, method]
        if operation["operationId"] != operation_now["operationId"]:
            yield f"{name}: its operationId, from which clients take names, has changed"
        yield from _security(name, before, operation, after, operation_now)
        compare = _Comparison(before, after)
        yield from _parameters(name, compare, (item, operation), (item_now, operation_now))
        yield from _body(name, compare, operation, operation_now)
        yield from _answers(name, compare, operation, operation_now)


def _security(
    name: str,
    before: Document,
    operation: Mapping[str, Any],
    after: Document,
    operation_now: Mapping[str, Any],
) -> Iterator[str]:
    security = operation.get("security", before.spec.get("security", []))
    security_now = operation_now.get("security", after.spec.get("security", []))
    if not security and security_now and {} not in security_now:
        yield f"{name}: it now requires a credential"
    for item in security:
        if security_now and item not in security_now:
            yield f"{name}: it no longer accepts {' and '.join(item) or 'anonymous calls'}"


def _parameters(name: str, compare: _Comparison, before: Any, after: Any) -> Iterator[str]:
    old = {(entry["in"], entry["name"]): entry for entry in compare.before.parameters(*before)}
    new = {(entry["in"], entry["name"]): entry for entry in compare.after.parameters(*after)}
    for key, parameter in new.items():
        if parameter.get("required") and not old.get(key, {}).get("required"):
            yield f"{name}: the {key[0]} parameter {key[1]} is now required"
    for key, parameter in old.items():
        place = f"{name} {key[0]} parameter {key[1]}"
        if key not in new:
            yield f"{place}: it was removed"
        else:
            yield from compare.schemas(place, parameter["schema"], new[key]["schema"], "sent")


def _body(name: str, compare: _Comparison, before: Any, after: Any) -> Iterator[str]:
    old = compare.before.resolve(before.get("requestBody", {}))
    new = compare.after.resolve(after.get("requestBody", {}))
    if new.get("required") and not old.get("required"):
        yield f"{name}: a body is now required"
    contents = new.get("content", {})
    for media, content in old.get("content", {}).items():
        if media not in contents:
            yield f"{name}: it no longer accepts {media}"
        else:
            place = f"{name} body"
            yield from compare.schemas(place, content["schema"], contents[media]["schema"], "sent")


def _answers(name: str, compare: _Comparison, before: Any, after: Any) -> Iterator[str]:
    for status, answer in before["responses"].items():
        old = compare.before.resolve(answer)
        if status not in after["responses"]:
            # Removed error responses are not breaking.
            if int(status) < 400:
                yield f"{name}: it no longer answers {status}"
            continue
        new = compare.after.resolve(after["responses"][status])
        for header in old.get("headers", {}):
            if header not in new.get("headers", {}):
                yield f"{name} {status}: the header {header} was removed"
        for media, content in old.get("content", {}).items():
            if media not in new.get("content", {}):
                yield f"{name} {status}: it is no longer {media}"
            else:
                now = new["content"][media]["schema"]
                yield from compare.schemas(f"{name} {status}", content["schema"], now, "received")


class _Comparison:
    """Compares the schemas of two documents. A recursive schema is compared once."""

    def __init__(self, before: Document, after: Document) -> None:
        self.before = before
        self.after = after
        self._open: set[tuple[int, int, str]] = set()

    def schemas(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        old, new = self.before.resolve(old), self.after.resolve(new)
        key = (id(old), id(new), direction)
        if key in self._open or not isinstance(old, Mapping) or not isinstance(new, Mapping):
            return
        self._open.add(key)
        sent = direction == "sent"
        yield from self._types(place, old, new, sent)
        yield from self._enums(place, old, new, sent)
        if sent and "enum" in old and "enum" not in new:
            yield from self._opened(place, old["enum"], new)
        elif sent:
            yield from self._bounds(place, old, new)
        yield from self._members(place, old, new, direction)
        if "items" in old and "items" in new:
            yield from self.schemas(f"{place}[]", old["items"], new["items"], direction)
        for word in ("anyOf", "oneOf", "allOf"):
            yield from self._branches(place, word, old, new, direction)
        self._open.discard(key)

    def _types(self, place: str, old: Any, new: Any, sent: bool) -> Iterator[str]:
        was, now = _types(old), _types(new)
        if was and now:
            lost, gained = was - now, now - was
            if sent and lost:
                yield f"{place}: its type may no longer be {', '.join(sorted(lost))}"
            if not sent and gained:
                yield f"{place}: its type may now be {', '.join(sorted(gained))}"
        elif sent and now and not was:
            yield f"{place}: it now has a type"

    def _enums(self, place: str, old: Any, new: Any, sent: bool) -> Iterator[str]:
        was, now = old.get("enum"), new.get("enum")
        # Enums in responses may gain values: clients must expect that (docs/versioning.md).
        if sent and now is not None:
            lost = [value for value in was or () if value not in now]
            if was is None:
                yield f"{place}: it now only accepts certain values"
            elif lost:
                yield f"{place}: it no longer accepts {', '.join(map(str, lost))}"
        if not sent and was is not None and now is None:
            yield f"{place}: it may now have any value"

    def _opened(self, place: str, values: Sequence[Any], new: Any) -> Iterator[str]:
        lost = [value for value in values if not is_valid(new, value)]
        if lost:
            yield f"{place}: it no longer accepts {', '.join(map(str, lost))}"

    def _bounds(self, place: str, old: Any, new: Any) -> Iterator[str]:
        for word in LOWER_BOUNDS:
            # Lengths are at least 0 anyway, so a minimum of 0 narrows nothing.
            lowest = float("-inf") if word.endswith("imum") else 0
            if word in new and new[word] > old.get(word, lowest):
                yield f"{place}: {word} is now {new[word]}"
        for word in UPPER_BOUNDS:
            if word in new and new[word] < old.get(word, float("inf")):
                yield f"{place}: {word} is now {new[word]}"
        for word in ("pattern", "format", "const"):
            if word in new and new[word] != old.get(word):
                yield f"{place}: {word} has changed"

    def _members(self, place: str, old: Any, new: Any, direction: Direction) -> Iterator[str]:
        was, now = old.get("properties", {}), new.get("properties", {})
        must, must_now = set(old.get("required", ())), set(new.get("required", ()))
        if direction == "sent":
            for name in sorted(must_now - must):
                yield f"{place}: {name} is now required"
        else:
            for name in sorted(must - must_now):
                if name in now:
                    yield f"{place}: {name} may now be missing"
        for name, schema in was.items():
            if name in now:
                yield from self.schemas(f"{place}/{name}", schema, now[name], direction)
            elif direction == "received" or new.get("additionalProperties") is False:
                yield f"{place}: {name} was removed"

    def _branches(
        self, place: str, word: str, old: Any, new: Any, direction: Direction
    ) -> Iterator[str]:
        was, now = old.get(word), new.get(word)
        if was is None or now is None:
            if was is not now:
                yield f"{place}: {word} was added or removed; check whether that is breaking"
            return
        pairs = list(zip(was, now, strict=False))
        for index, (old_branch, new_branch) in enumerate(pairs):
            yield from self.schemas(f"{place}/{word}/{index}", old_branch, new_branch, direction)
        fewer = len(now) < len(was)
        narrower = fewer if word != "allOf" else len(now) > len(was)
        wider = len(now) > len(was) if word != "allOf" else fewer
        if (direction == "sent" and narrower) or (direction == "received" and wider):
            yield f"{place}: {word} now has {len(now)} branches, not {len(was)}"


def _types(schema: Mapping[str, Any]) -> set[str]:
    declared = schema.get("type")
    types = {declared} if isinstance(declared, str) else set(declared or ())
    return types | {"integer"} if "number" in types else types


def release(folder: Path = RELEASES) -> Path:
    """Store openapi.yaml in ``folder``, under its version; return its path. Empty accepted.txt."""
    source = ROOT / "openapi.yaml"
    version = read_yaml(source)["info"]["version"]
    decided = folder / "accepted.txt"
    lines = decided.read_text(encoding="utf-8").splitlines(keepends=True)
    decided.write_text("".join(line for line in lines if line.startswith("#")), encoding="utf-8")
    return Path(shutil.copyfile(source, folder / f"openapi-{version}.yaml"))


def main() -> None:
    """Print the breaking changes, and exit with status 1 if there are any."""
    if sys.argv[1:] == ["--release"]:
        print(f"Written: {release()}")
        return
    last = last_release()
    documents = [read_yaml(path) for path in (last, ROOT / "openapi.yaml")]
    decided = accepted()
    changes = [change for change in breaking(*documents) if change not in decided]
    for change in changes:
        print(change, file=sys.stderr)
    if changes:
        print(f"These changes break {last.name}. See docs/versioning.md.", file=sys.stderr)
        sys.exit(1)
    print(f"openapi.yaml has no breaking changes since {last.name}.")


if __name__ == "__main__":
    main()
