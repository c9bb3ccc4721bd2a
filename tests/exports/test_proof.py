"""The whole proof for the owner: of one receipt, and with every receipt of an export."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.banners.schemas import digest_of
from tests.support.exports import NOTHING
from tests.support.factories import Site, bearer, make_key, make_panel, make_site

PANEL, API = "/v1/consent-events", "/v1/api/consent-events"
GPC = {"source": "gpc", "action": "reject_all", "bannerVersion": None, "bannerLocale": None}


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()), region="EU")


def read(site: Site, receipt_id: str, status: int = 200) -> dict[str, Any]:
    """Return what both routes answer."""
    panel: dict[str, Any] = site.panel.get(f"{PANEL}/{receipt_id}", status=status).json
    path = f"{API}/{receipt_id}"
    assert site.panel.app.get(path, headers=bearer(site.key), status=status).json == panel
    return panel


def test_an_owner_reads_what_the_visitor_can(site: Site, app: TestApp) -> None:
    first = site.decide().json
    former = {"formerReceiptId": first["id"], "formerProofToken": first["proofToken"]}
    later = site.decide(
        action="reject_all",
        surface="reopened",
        decidedAt="2026-11-20T09:00:00.125Z",
        **NOTHING,
        **former,
    ).json
    proof = read(site, later["id"])
    token = bearer(later["proofToken"])
    visitors_proof = app.get(f"/v1/public/consents/{later['id']}", headers=token, status=200).json
    (listed,) = site.receipts(q=later["id"])
    assert proof["receipt"] == listed
    assert visitors_proof["receipt"].items() <= listed.items()
    other_members = {name: value for name, value in visitors_proof.items() if name != "receipt"}
    assert other_members.items() <= proof.items()
    assert proof["formerReceiptId"] == first["id"]
    assert proof["decidedAt"] == "2026-11-20T09:00:00.125Z"
    assert proof["wording"]["texts"]["title"] == listed["bannerTitle"]
    assert digest_of(proof["wording"]) == proof["wordingDigest"]


@pytest.mark.cluster
def test_a_domains_proofs_are_the_same_in_a_page_and_in_an_export(site: Site) -> None:
    for _ in range(2):
        site.decide()
    proofs = site.panel.get(f"{PANEL}?include=proof").json
    of_domain = f"{PANEL}?include=proof&domainId={site.id}"
    assert len(proofs) == 2
    assert site.panel.get(of_domain).json == proofs
    headers = {**bearer(site.key), "Accept": "application/x-ndjson"}
    for path in (f"{API}?include=proof&domainId={site.id}", f"{API}?include=proof"):
        lines = site.panel.app.get(path, headers=headers).text.splitlines()
        assert [json.loads(line) for line in lines] == proofs


def test_a_signal_has_no_wording(site: Site) -> None:
    proof = read(site, site.decide(**GPC, **NOTHING).json["id"])
    assert proof["wording"] is proof["wordingDigest"] is None


def test_the_proof_has_what_an_opt_out_rule_showed(site: Site) -> None:
    rule = {"ruleId": "us-ca", "ruleVersion": 1, "regime": "opt_out", "surface": "preferences"}
    receipt = site.decide(**rule, bannerLocale="de").json
    texts = read(site, receipt["id"])["ruleTexts"]
    token = bearer(receipt["proofToken"])
    visitors_proof = site.panel.app.get(f"/v1/public/consents/{receipt['id']}", headers=token).json
    assert visitors_proof["ruleTexts"] == texts
    path = f"/v1/public/domains/{site.id}/banner?locale=de&rule=us-ca"
    shown = site.panel.app.get(path, headers={"Origin": site.origin}, status=200).json
    assert texts == shown["rule"]["texts"]
    assert texts["link"] == "Ihre Datenschutz-Wahl"


def test_a_rule_that_asks_first_and_a_signal_showed_no_text_of_their_own(site: Site) -> None:
    rule = {"ruleId": "us-ca", "ruleVersion": 1, "regime": "opt_out"}
    opt_in = {"ruleId": "eu", "ruleVersion": 1, "regime": "opt_in"}
    for decision in (opt_in, {"regime": "opt_out"}, {**GPC, **NOTHING, **rule}):
        assert read(site, site.decide(**decision).json["id"])["ruleTexts"] is None


@pytest.mark.cluster
def test_a_receipt_keeps_how_its_rule_applied_on_the_domain(site: Site, app: TestApp) -> None:
    rule, path = {"ruleId": "uk", "ruleVersion": 2}, f"/v1/domains/{site.id}/rules/uk"
    override = {"exempt": ["analytics", "preferences"], "reason": "DUAA 2025, Schedule 12."}
    receipts = [site.decide(**rule).json]
    site.panel.put(path, {"model": "opt_in", **override}, status=200)
    receipts.append(site.decide(**rule).json)
    site.panel.put(path, {"model": "notice", "reason": "Our counsel's opinion."}, status=200)
    receipts.append(site.decide(**rule).json)
    site.panel.delete(path, status=204)
    receipts.append(site.decide(**rule).json)
    receipts.append(site.decide().json)
    expected = [
        ("opt_in", []),
        ("opt_in", ["analytics", "preferences"]),
        ("notice", []),
        ("opt_in", []),
        (None, None),
    ]
    for receipt, (model, exempt) in zip(receipts, expected, strict=True):
        token = bearer(receipt["proofToken"])
        visitors = app.get(f"/v1/public/consents/{receipt['id']}", headers=token, status=200).json
        for proof in (read(site, receipt["id"]), visitors):
            assert (proof["ruleModel"], proof["ruleExempt"]) == (model, exempt)
    headers = {**bearer(site.key), "Accept": "text/csv"}
    rows = csv.DictReader(io.StringIO(app.get(f"{API}?include=proof", headers=headers).text))
    cells = [(row["ruleModel"], row["ruleExempt"]) for row in rows]
    assert cells == [(model or "", " ".join(exempt or ())) for model, exempt in expected[::-1]]


def test_anothers_receipt_is_not_found(site: Site, app: TestApp, application: Application) -> None:
    other_site = make_site(make_panel(app, application.now()))
    receipt_id = other_site.decide().json["id"]
    assert read(site, receipt_id, 404)["code"] == "not_found"
    assert read(site, "0197f0a0-0000-7000-8000-000000000005", 404)["code"] == "not_found"
    read(site, "nothing", 400)
    key = make_key(other_site.panel, scopes=["domains:read"])
    app.get(f"{API}/{receipt_id}", headers=bearer(key), status=403)


@pytest.mark.parametrize("media_type", ["application/json", "application/x-ndjson", "text/csv"])
def test_an_export_includes_the_proof_on_request(site: Site, app: TestApp, media_type: str) -> None:
    rule = {"ruleId": "eu", "ruleVersion": 1}
    ids = [site.decide(**rule).json["id"], site.decide(**GPC, **NOTHING).json["id"]]
    expected = []
    for receipt_id in reversed(ids):
        proof = read(site, receipt_id)
        del proof["wording"], proof["ruleTexts"]
        expected.append(proof.pop("receipt") | proof)
    headers = bearer(site.key) | {"Accept": media_type}
    for query in ({"limit": 100}, {"limit": 20_000}):
        response = app.get(API, {"include": "proof", **query}, headers=headers, status=200)
        if media_type == "application/json":
            assert response.json == expected
        elif media_type == "application/x-ndjson":
            assert [json.loads(line) for line in response.text.splitlines()] == expected
        else:
            rows = list(csv.DictReader(io.StringIO(response.text)))
            assert [list(row) for row in rows] == [list(item) for item in expected]
            for row, item in zip(rows, expected, strict=True):
                assert row["categories"] == " ".join(item["categories"])
                assert row["scriptDigest"] == item["scriptDigest"]
        plain = app.get(API, query, headers=headers, status=200)
        assert "scriptDigest" not in plain.text
    app.get(API, {"include": "everything"}, headers=headers, status=400)
