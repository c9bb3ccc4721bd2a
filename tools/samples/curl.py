"""A call as a command line of curl (7.82 or newer, for ``--json``)."""

from __future__ import annotations

import json
import shlex

from tools.samples.calls import SITE, TOKENS, Call


def curl(call: Call) -> str:
    """Return the command."""
    parts = [shlex.quote(call.url)]
    # --json implies POST.
    if call.method != ("get" if call.body is None else "post"):
        parts.append(f"-X {call.method.upper()}")
    if call.credential:
        parts.append(f'-H "Authorization: Bearer ${TOKENS[call.credential]}"')
    if call.is_visitors:
        parts.append(f"-H 'Origin: {SITE}'")
    if call.body is not None:
        body = json.dumps(call.body, ensure_ascii=False, indent=2)
        parts.append(f"--json {shlex.quote(body)}")
    return "curl " + " \\\n  ".join(parts) + "\n"
