"""A receipt as JSON is written three times, for speed, and every time alike.

A proof is written from a whole row, a list from the columns that it shows, and an export by
PostgreSQL itself (``exports/queries.py``).
"""

from __future__ import annotations

import json
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.settings import project_file
from tests.support.exports import NDJSON, NOTHING, export
from tests.support.factories import Site, bearer, make_panel, make_site
from tests.support.statistics import PHONE
from tools.yaml_files import read_yaml

SCHEMAS = read_yaml(project_file("openapi.yaml"))["components"]["schemas"]
RULE = {"ruleId": "us-ca", "ruleVersion": 1, "regime": "opt_out", "limitSensitive": True}
SIGNAL = {"source": "gpc", "bannerVersion": None, "bannerLocale": None, **NOTHING}
UNKNOWN = {"country", "policyUrl"}
NOT_OF_A_SIGNAL = {
    *("bannerVersion", "bannerTitle", "bannerDescription", "bannerLocale", "wordingDigest"),
    *("formerReceiptId", "decidedAt", "limitSensitive"),
    *("ruleId", "ruleVersion", "ruleModel", "ruleExempt"),
}
FULL = {"decidedAt": "2026-11-20T09:00:00.125Z", "surface": "reopened", **RULE}


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()), region="EU")


def members(schema: str) -> list[str]:
    """Return the members of a schema, those that it requires first."""
    required: list[str] = SCHEMAS[schema]["required"]
    return [*required, *(name for name in SCHEMAS[schema]["properties"] if name not in required)]


@pytest.mark.cluster
@pytest.mark.parametrize(
    ("decision", "nulls"),
    [(FULL, UNKNOWN), ({"action": "reject_all", **SIGNAL}, UNKNOWN | NOT_OF_A_SIGNAL)],
    ids=["full", "signal"],
)
def test_a_receipt_is_the_same_wherever_it_is_written(
    site: Site, decision: dict[str, Any], nulls: set[str]
) -> None:
    if decision is FULL:
        former = site.decide().json
        ids = {"formerReceiptId": former["id"], "formerProofToken": former["proofToken"]}
        decision = decision | ids
    recorded = site.decide(**decision, headers={"User-Agent": PHONE, "Sec-GPC": "1"}).json
    query = {"q": recorded["id"]}
    (listed,) = site.receipts(**query, include="proof")
    assert list(listed) == members("ConsentReceipt")
    assert nulls == {name for name, value in listed.items() if value is None}

    (line,) = export(site, NDJSON, **query, include="proof").text.splitlines()
    assert list(json.loads(line).items()) == list(listed.items())

    required = SCHEMAS["ConsentReceipt"]["required"]
    short = {name: listed[name] for name in required}
    (line,) = export(site, NDJSON, **query).text.splitlines()
    assert list(site.receipts(**query)[0].items()) == list(short.items())
    assert list(json.loads(line).items()) == list(short.items())

    proof = site.panel.get(f"/v1/consent-events/{recorded['id']}", status=200).json
    assert list(proof["receipt"].items()) == list(short.items())
    details = {name: proof[name] for name in proof if name in listed}
    assert list((short | details).items()) == list(listed.items())

    visitors = {name: short[name] for name in required if name not in ("ipHash", "userAgent")}
    token = bearer(recorded["proofToken"])
    path = f"/v1/public/consents/{recorded['id']}"
    visitors_proof = site.panel.app.get(path, headers=token, status=200).json
    assert list(visitors) == members("VisitorReceipt")
    assert list(visitors_proof["receipt"].items()) == list(visitors.items())
    assert {name: visitors_proof[name] for name in details} == details
    del recorded["proofToken"]
    assert list(recorded.items()) == list(visitors.items())
