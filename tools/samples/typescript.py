"""Samples for the TypeScript client."""

from __future__ import annotations

import json
import re
from typing import Any

from consent_app.reference.samples import ORIGIN
from tools.samples.calls import PAGED, SITE, TOKENS, Call
from tools.samples.python import has_result

WIDTH = 88
_NAME = re.compile(r"[A-Za-z_$][\w$]*")


def typescript(call: Call) -> str:
    """Return the module."""
    client, opening = _opening(call)
    lines = ['import * as consent from "consent-client";', "", opening]
    if call.operation_id in PAGED:
        _, snake, row = PAGED[call.operation_id]
        name = re.sub(r"_(\w)", lambda match: match[1].upper(), snake)
        source = ", ".join(json.dumps(value) for value in call.path.values())
        loop = f"for await (const {row} of {client}.{name}({source}))"
        lines.append(f"{loop} {{\n  console.log({row});\n}}")
        return "\n".join(lines) + "\n"
    options: dict[str, Any] = {}
    params = {
        kind: source for kind, source in (("path", call.path), ("query", call.query)) if source
    }
    if params:
        options["params"] = params
    if call.body is not None:
        options["body"] = call.body
    if call.is_text:
        options["parseAs"] = "text"
    head = f"await {client}.{call.method.upper()}({json.dumps(call.pattern)}"
    arguments = f", {_literal(options, 0, len(head) + 24)}" if options else ""
    if has_result(call):
        lines += [f"const {{ data }} = {head}{arguments});", "console.log(data);"]
    else:
        lines.append(f"{head}{arguments});")
    return "\n".join(lines) + "\n"


def _opening(call: Call) -> tuple[str, str]:
    if call.credential == "accessToken":
        workspace = f'new consent.Workspace("{ORIGIN}", new consent.BrowserStore())'
        opening = f"const workspace = {workspace};"
        if len(opening) > WIDTH:
            workspace = f'new consent.Workspace(\n  "{ORIGIN}",\n  new consent.BrowserStore(),\n)'
            opening = f"const workspace = {workspace};"
        paged = call.operation_id in PAGED
        return ("workspace" if paged else "workspace.api"), opening
    if call.credential == "apiKey":
        opening = f'const reader = new consent.Reader("{ORIGIN}", key);'
        opening = f'const key = process.env.{TOKENS["apiKey"]} ?? "";\n{opening}'
        return ("reader" if call.operation_id in PAGED else "reader.api"), opening
    if call.credential:
        token = f"{{\n  token: process.env.{TOKENS[call.credential]},\n}}"
        return "client", f'const client = consent.openClient("{ORIGIN}", {token});'
    if call.is_visitors:
        headers = f'{{\n  headers: {{ Origin: "{SITE}" }},\n}}'
        return "client", f'const client = consent.openClient("{ORIGIN}", {headers});'
    return "client", f'const client = consent.openClient("{ORIGIN}");'


def _literal(value: Any, depth: int, used: int) -> str:
    """Return a value in TypeScript; ``used`` is the number of characters before it on its line."""
    flat = _flat(value)
    if used + len(flat) <= WIDTH or not isinstance(value, dict | list) or not value:
        return flat
    inner, outer = "  " * (depth + 1), "  " * depth
    if isinstance(value, list):
        rows = [f"{inner}{_literal(row, depth + 1, len(inner) + 1)},\n" for row in value]
        return f"[\n{''.join(rows)}{outer}]"
    rows = []
    for name, member in value.items():
        head = f"{inner}{_key(name)}: "
        rows.append(f"{head}{_literal(member, depth + 1, len(head) + 1)},\n")
    return f"{{\n{''.join(rows)}{outer}}}"


def _flat(value: Any) -> str:
    if isinstance(value, dict):
        if not value:
            return "{}"
        return f"{{ {', '.join(f'{_key(name)}: {_flat(item)}' for name, item in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(_flat, value))}]"
    return json.dumps(value, ensure_ascii=False)


def _key(name: str) -> str:
    return name if _NAME.fullmatch(name) else json.dumps(name)
