"""The generated part of the Python client: its source document, and the types of its results.

The hand-written client raises an exception for every refusal, so the generator sees only successful
responses, and a call returns only its result. Ids are strings in paths and queries, so that an id
from a response can be passed to the next call.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

import yaml

from tools.yaml_files import read_yaml

_METHODS = frozenset({"get", "put", "post", "patch", "delete"})
_RESULT = re.compile(r"(\) -> )(.+) \| None:$", re.MULTILINE)
_UNEXPECTED = re.compile(
    r"    if client\.raise_on_unexpected_status:\n"
    r"        (raise errors\.UnexpectedStatus\(.*\))\n"
    r"    else:\n"
    r"        return None\n"
)
# httpx accepts only text in headers, and the generator puts a parameter's UUID there as it is.
_KEY = 'headers["Idempotency-Key"] = '


def reduced(document: Path) -> str:
    """Return the document without errors, and with ids in paths and queries as text."""
    spec = read_yaml(document)
    for parameter in spec["components"]["parameters"].values():
        _loosen(parameter)
    for item in spec["paths"].values():
        for parameter in item.get("parameters", []):
            _loosen(parameter)
        for method in _METHODS & item.keys():
            operation = item[method]
            for parameter in operation.get("parameters", []):
                _loosen(parameter)
            operation["responses"] = {
                status: response
                for status, response in operation["responses"].items()
                if status.startswith("2")
            }
    return yaml.safe_dump(spec, sort_keys=False, allow_unicode=True)


def narrow(generated: Path) -> None:
    """Make the generated operations return results, raise otherwise, and send keys as text."""
    for path in (generated / "api").rglob("*.py"):
        text = path.read_text(encoding="utf-8")
        text = _UNEXPECTED.sub(r"    \1\n", text)
        text = text.replace(f"{_KEY}idempotency_key", f"{_KEY}str(idempotency_key)")
        path.write_text(_RESULT.sub(r"\1\2:", text), encoding="utf-8")
    types = generated / "types.py"
    text = types.read_text(encoding="utf-8")
    types.write_text(text.replace("parsed: T | None", "parsed: T"), encoding="utf-8")


def _loosen(parameter: dict[str, Any]) -> None:
    schema = parameter.get("schema", {})
    if parameter.get("in") in ("path", "query") and schema.get("format") == "uuid":
        del schema["format"]
