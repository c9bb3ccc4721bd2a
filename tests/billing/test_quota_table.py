"""Each line of the billing table in docs/domains.md."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.billing.quota import BilledSite, plan_usage
from consent_app.db.ids import new_id
from consent_app.net.hostname import parse_hostname

DOCUMENT = Path(__file__).resolve().parents[2] / "docs" / "domains.md"
LETTERS = {"root": "R", "included": "I", "extra": "E"}


def lines() -> list[list[str]]:
    text = DOCUMENT.read_text(encoding="utf-8")
    _, _, after = text.partition("<!-- billing table:")
    rows = [line for line in after.splitlines() if line.startswith("|")]
    end = next(i for i, row in enumerate(rows) if row.startswith("| method"))
    return [[cell.strip() for cell in row.strip("|").split("|")] for row in rows[2:end]]


@pytest.mark.parametrize("line", lines(), ids=lambda line: line[0])
def test_a_line_of_the_table(line: list[str]) -> None:
    _, hosts, covers, billed_as, used = line
    sites = [
        BilledSite(new_id(), host, parse_hostname(host).root)
        for host in hosts.split()
        if not host.startswith("~~")
    ]
    billing = plan_usage(sites, None if covers == "none" else int(covers))
    letters = []
    for site in sites:
        letter = LETTERS[billing.billed_as[site.id]]
        letters.append(f"({letter})" if site.id in billing.over else letter)
    assert " ".join(letters) == billed_as
    assert billing.used == int(used)


def test_docs_have_the_table_of_quotas() -> None:
    assert len(lines()) >= 25
    assert len({line[0] for line in lines()}) == len(lines())
