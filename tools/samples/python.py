"""Samples for the Python client, derived from its generated functions and models."""

from __future__ import annotations

import inspect
import json
import re
import subprocess
import sys
import tempfile
import types
import typing
from collections.abc import Iterator
from datetime import datetime
from enum import Enum
from importlib import import_module
from pathlib import Path
from typing import Any
from uuid import UUID

import attrs

from consent_app.reference.samples import ORIGIN
from tools.samples.calls import PAGED, ROOT, SITE, TOKENS, Call

sys.path.insert(0, str(ROOT / "clients" / "python"))

WIDTH = 88
API = "consent_client.generated.api"
MODELS = "consent_client.generated.models"


def snake(name: str) -> str:
    """Return the generated client's name for an operation, a tag or a parameter."""
    text = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|[\s-]+", "_", name).lower()
    return f"{text}_" if text == "from" else text


def module_of(call: Call) -> types.ModuleType:
    """Return the generated module of an operation."""
    return import_module(f"{API}.{snake(call.tag)}.{snake(call.operation_id)}")


def has_result(call: Call) -> bool:
    """Return whether the operation returns a body."""
    return hasattr(module_of(call), "sync")


def python(call: Call) -> str:
    """Return the script, not yet formatted."""
    imports = {"import consent_client"}
    client, opening = _opening(call, imports)
    if call.operation_id in PAGED:
        _, name, row = PAGED[call.operation_id]
        options = ", ".join(_literal(value, imports) for value in call.path.values())
        statement = f"for {row} in {client}.{name}({options}):\n    print({row})\n"
    else:
        module, function = f"{API}.{snake(call.tag)}", snake(call.operation_id)
        imports.add(f"from {module} import {function}")
        statement = _call(call, function, [f"client={client}"], imports)
    return "\n".join(_sorted(imports)) + f"\n\n{opening}\n{statement}"


def formatted(samples: dict[str, str]) -> dict[str, str]:
    """Return the scripts, formatted by ruff in one run."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        for key, text in samples.items():
            (folder / f"{key}.py").write_text(text, encoding="utf-8")
        command = ["ruff", "format", "--isolated", "--quiet", "--line-length", str(WIDTH)]
        subprocess.run([sys.executable, "-m", *command, str(folder)], check=True)
        return {key: (folder / f"{key}.py").read_text(encoding="utf-8") for key in samples}


def _call(call: Call, function: str, options: list[str], imports: set[str]) -> str:
    module = module_of(call)
    target = module.sync if has_result(call) else module.sync_detailed
    hints = typing.get_type_hints(target)
    positional = [
        _literal(call.path[name], imports)
        for name in _wire_names(inspect.signature(target), call.path)
    ]
    for name, value in call.query.items():
        options.append(f"{snake(name)}={_literal(_typed(hints[snake(name)], value), imports)}")
    if call.body is not None:
        options.append(f"body={_literal(_typed(hints['body'], call.body), imports)}")
    text = f"{function}.{target.__name__}({', '.join([*positional, *options])})"
    return f"print({text})\n" if has_result(call) else f"{text}\n"


def _wire_names(signature: inspect.Signature, value: dict[str, Any]) -> Iterator[str]:
    names = {snake(name): name for name in value}
    for parameter in signature.parameters.values():
        if parameter.kind is inspect.Parameter.POSITIONAL_OR_KEYWORD:
            yield names[parameter.name]


def _opening(call: Call, imports: set[str]) -> tuple[str, str]:
    paged = call.operation_id in PAGED
    if call.credential == "accessToken":
        store = 'consent_client.FileStore("session.json")'
        opening = f'workspace = consent_client.Workspace("{ORIGIN}", {store})'
        return ("workspace" if paged else "workspace.api"), opening
    if call.credential:
        imports.add("import os")
        token = f'os.environ["{TOKENS[call.credential]}"]'
        if call.credential == "apiKey":
            opening = f'reader = consent_client.Reader("{ORIGIN}", {token})'
            return ("reader" if paged else "reader.api"), opening
        return "client", f'client = consent_client.open_client("{ORIGIN}", token={token})'
    headers = f', headers={{"Origin": "{SITE}"}}' if call.is_visitors else ""
    return "client", f'client = consent_client.open_client("{ORIGIN}"{headers})'


def _typed(hint: Any, value: Any) -> Any:
    """Return a JSON value converted to the generated client's type for it."""
    for option in typing.get_args(hint) if _is_union(hint) else (hint,):
        if isinstance(option, type) and hasattr(option, "from_dict"):
            return option.from_dict(value)
        if typing.get_origin(option) is list:
            return [_typed(typing.get_args(option)[0], row) for row in value]
        if isinstance(option, type) and issubclass(option, Enum):
            return option(value)
        if option is datetime:
            return datetime.fromisoformat(value)
    return value


def _is_union(hint: Any) -> bool:
    return typing.get_origin(hint) in (typing.Union, types.UnionType)


def _literal(value: Any, imports: set[str]) -> str:
    """Return an expression for a value, and add its imports to ``imports``."""
    kind = type(value)
    if attrs.has(kind):
        imports.add(f"from {MODELS} import {kind.__name__}")
        if getattr(value, "additional_properties", None):
            return f"{kind.__name__}.from_dict({_literal(value.to_dict(), imports)})"
        members = [
            f"{field.name}={_literal(member, imports)}"
            for field in attrs.fields(kind)
            if field.init and type(member := getattr(value, field.name)).__name__ != "Unset"
        ]
        return f"{kind.__name__}({', '.join(members)})"
    if isinstance(value, Enum):
        imports.add(f"from {MODELS} import {kind.__name__}")
        return f"{kind.__name__}.{value.name}"
    if isinstance(value, datetime):
        imports.add("from datetime import datetime")
        return f"datetime.fromisoformat({json.dumps(value.isoformat())})"
    if isinstance(value, UUID):
        imports.add("from uuid import UUID")
        return f'UUID("{value}")'
    if isinstance(value, dict):
        rows = [f"{json.dumps(key)}: {_literal(item, imports)}" for key, item in value.items()]
        return f"{{{', '.join(rows)}}}"
    if isinstance(value, list):
        return f"[{', '.join(_literal(row, imports) for row in value)}]"
    if isinstance(value, str):
        return json.dumps(value, ensure_ascii=False)
    return repr(value)


def _sorted(imports: set[str]) -> list[str]:
    """Return the import lines, sorted like ruff does, with all models in one line."""
    models = sorted(
        line.rpartition(" ")[2] for line in imports if line.startswith(f"from {MODELS} ")
    )
    client_imports = [line for line in imports if "consent_client" in line and MODELS not in line]
    library = sorted(line for line in imports if "consent_client" not in line)
    return [
        *([*library, ""] if library else []),
        *sorted(client_imports, key=lambda line: (line.startswith("from"), line)),
        *([f"from {MODELS} import {', '.join(models)}"] if models else []),
    ]
