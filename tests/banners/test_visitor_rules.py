"""The rule of one visitor: by the edge's headers, private, and the banner by that rule."""

from __future__ import annotations

from dataclasses import replace
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import Harness, MovableClock

EDGE = {"trusted_country_header": "X-Country", "trusted_region_header": "X-Region"}


@pytest.fixture
def site(app: TestApp, application: Application) -> Site:
    return make_site(make_panel(app, application.now()), region="US-CA")


@pytest.fixture
def edge(harness: Harness, monkeypatch: pytest.MonkeyPatch) -> None:
    """A trusted edge in front, which is on this machine."""
    monkeypatch.setattr(
        harness.application, "settings", replace(harness.application.settings, **EDGE)
    )


def rule(app: TestApp, site: Site, *, origin: str | None = None, **headers: str) -> Any:
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    sent |= {"Origin": origin or site.origin}
    path = f"/v1/public/domains/{site.id}/rule"
    return app.get(path, headers=sent, extra_environ={"REMOTE_ADDR": "127.0.0.1"})


@pytest.mark.parametrize(
    ("country", "region", "expected", "basis"),
    [
        ("DE", "", "eu", "place"),
        ("GB", "", "uk", "place"),
        ("US", "TX", "us-tx", "place"),
        ("US", "", "us-ca", "place"),
        ("US", "WY", "us", "place"),
        ("CA", "", "ca-qc", "place"),
        ("CA", "ON", "ca", "place"),
        ("XX", "", "strictest", "strictest"),
        ("FK", "", "strictest", "place"),
    ],
)
def test_a_visitor_gets_the_rule_of_the_place(
    app: TestApp, site: Site, edge: None, country: str, region: str, expected: str, basis: str
) -> None:
    response = rule(app, site, X_Country=country, X_Region=region)
    assert (response.json["id"], response.json["basis"]) == (expected, basis)
    assert response.headers["Cache-Control"] == "private, max-age=600"
    assert {"Sec-GPC", "Origin"} <= set(response.headers.getall("Vary"))
    banner = app.get(f"/v1/public/domains/{site.id}/banner?rule={expected}")
    assert banner.headers["Cache-Control"].startswith("public")
    assert banner.json["rule"]["id"] == expected
    assert banner.json["rule"]["version"] == response.json["version"]


def test_a_header_from_an_untrusted_client_is_ignored(app: TestApp, site: Site, edge: None) -> None:
    path = f"/v1/public/domains/{site.id}/rule"
    response = app.get(path, headers={"X-Country": "US", "X-Region": "TX"})
    assert response.json["id"] == "strictest"


def test_the_declared_region_counts_only_where_the_owner_chose_it(app: TestApp, site: Site) -> None:
    assert rule(app, site).json | {"version": 1} == {
        "id": "strictest",
        "version": 1,
        "basis": "strictest",
        "gpc": False,
    }
    path = f"/v1/domains/{site.id}/settings"
    assert site.panel.patch(path, {"unknownPlace": "region"}).json["unknownPlace"] == "region"
    assert rule(app, site).json["id"] == "us-ca"
    assert rule(app, site).json["basis"] == "declared"
    assert app.get(f"/v1/public/domains/{site.id}/banner").json["rule"]["id"] == "us-ca"


def test_the_signal_of_the_header_is_passed_on(app: TestApp, site: Site) -> None:
    assert rule(app, site, Sec_GPC="1").json["gpc"] is True
    assert rule(app, site, Sec_GPC="0").json["gpc"] is False


def test_refusals_are_readable_everywhere(app: TestApp, site: Site) -> None:
    headers = {"Origin": "https://elsewhere.example"}
    for path in (f"/v1/public/domains/{site.id}/rule", f"/v1/public/domains/{site.id}/banner"):
        refused = app.get(path, headers=headers, status=403)
        assert refused.headers["Access-Control-Allow-Origin"] == headers["Origin"]
        assert refused.json["code"] == "origin_not_allowed"
        unknown = path.replace(site.id, "0197f0a0-0000-7000-8000-0000000000ff")
        assert app.get(unknown, headers=headers, status=404).headers["Access-Control-Allow-Origin"]


def test_a_page_without_an_address_is_told_so(app: TestApp, site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/rule"
    detail = app.get(path, headers={"Origin": "null"}, status=403).json["detail"]
    assert detail.endswith(f"sandboxed frame. Open it at {site.hostname}.")


def test_a_law_that_begins_needs_no_release(
    app: TestApp, site: Site, edge: None, clock: MovableClock
) -> None:
    from datetime import UTC, datetime

    begins = datetime(2027, 1, 1, tzinfo=UTC)
    now = clock()
    if now < begins:
        assert rule(app, site, X_Country="US", X_Region="OK").json["id"] == "us"
        clock.move(days=(begins - now).days + 1)
    assert rule(app, site, X_Country="US", X_Region="OK").json["id"] == "us-ok"
    banner = app.get(f"/v1/public/domains/{site.id}/banner?rule=us-ok").json
    assert banner["rule"]["model"] == "opt_out"


def test_texts_of_the_law_are_in_the_banners_language(app: TestApp, site: Site) -> None:
    path = f"/v1/public/domains/{site.id}/banner"
    german = app.get(f"{path}?locale=de&rule=us-ca").json["rule"]
    assert german["links"] == ["privacy_choices"]
    assert german["texts"]["acknowledge"] == "Verstanden"
    english = app.get(f"{path}?locale=en-GB&rule=us-ca").json["rule"]
    assert english["texts"]["link"] == "Your Privacy Choices"
    assert app.get(f"{path}?rule=eu").json["rule"]["texts"] is None
    assert app.get(f"{path}?rule=atlantis").json["rule"]["id"] == "strictest"
    site.panel.patch(f"/v1/domains/{site.id}/settings", {"limitSensitive": True})
    links = app.get(f"{path}?locale=en-GB&rule=us-ca").json["rule"]["links"]
    assert links == ["privacy_choices", "limit_sensitive"]


def test_renewal_is_kept_within_the_rule(app: TestApp, site: Site) -> None:
    site.panel.patch(f"/v1/domains/{site.id}/settings", {"renewAfterMonths": 6})
    path = f"/v1/public/domains/{site.id}/banner"
    months = {
        rule: [app.get(f"{path}?rule={rule}").json[name] for name in RENEWALS]
        for rule in ("eu", "us-ca", "us-tx")
    }
    assert months == {"eu": [6, 6], "us-ca": [12, 12], "us-tx": [6, 12]}


RENEWALS = ("renewAfterMonths", "renewAfterRefusalMonths")


def test_a_receipt_keeps_the_rule_and_its_version(app: TestApp, site: Site) -> None:
    receipts = site.decide(ruleId="uk", ruleVersion=2, limitSensitive=True).json
    proof = app.get(
        f"/v1/public/consents/{receipts['id']}",
        headers={"Authorization": f"Bearer {receipts['proofToken']}"},
    ).json
    assert (proof["ruleId"], proof["ruleVersion"], proof["limitSensitive"]) == ("uk", 2, True)
    assert "ruleId" not in site.receipts()[0]


def test_an_unknown_rule_is_refused(site: Site) -> None:
    for sent in ({"ruleId": "atlantis"}, {"ruleId": "uk", "ruleVersion": 99}):
        refused = site.decide(**sent, status=400).json
        assert refused["errors"][0]["pointer"] == "#/ruleId"
    refused = site.decide(status=400, ruleId="uk").json
    assert refused["errors"][0]["pointer"] == "#/ruleVersion"
    refused = site.decide(status=400, ruleVersion=2).json
    assert refused["errors"][0]["pointer"] == "#/ruleId"
