"""The report of `make fuzz`."""

from __future__ import annotations

from typing import Any

from consent_app.openapi.document import Document
from tools.fuzz import LINKS, groups, sent, summary_line, table


def report(**changes: Any) -> dict[str, Any]:
    return {
        "group": "Domains",
        "database": "sqlite",
        "operations": 2,
        "cases": {"coverage": 200, "fuzzing": 9_900, "stateful": 57},
        "requests": 10_167,
        "seconds": 341,
        "answers": {"GET /a": {"200": 4_000, "404": 57}, "POST /a": {"201": 100, "400": 6_000}},
        "failures": 0,
        **changes,
    }


def test_every_operation_is_in_a_group(document: Document) -> None:
    tags = {operation["tags"][0] for *_, operation in document.operations()}
    assert set(groups(document)) == tags | {LINKS}


def test_a_run_is_logged_in_one_line() -> None:
    assert sent(report()) == 10_157
    assert summary_line(report()) == (
        "Domains (sqlite): 10,157 cases, 10,167 requests, 341 s, 4,100 2xx, 6,057 4xx, 0 failures"
    )


def test_the_runs_are_added_up() -> None:
    lines = table([report(), report(group="Keys", cases={"fuzzing": 3}, failures=1)]).splitlines()
    assert lines[2] == "| Domains | sqlite | 2 | 10,157 | 341 | 0 |"
    assert lines[-1] == "| all | | | 10,160 | 682 | 1 |"
