"""The stored score follows what it is made of."""

from __future__ import annotations

from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.factories import Panel, make_panel, make_site, unique
from tests.support.domains import set_domain


@pytest.fixture
def panel(app: TestApp, application: Application) -> Panel:
    return make_panel(app, application.now())


def add(panel: Panel, **body: Any) -> dict[str, Any]:
    body = {"hostname": f"{unique()}.example", **body}
    made: dict[str, Any] = panel.post("/v1/domains", body, status=201).json
    return made


def path_of(domain: dict[str, Any], rest: str = "") -> str:
    return f"/v1/domains/{domain['id']}{rest}"


def audit(panel: Panel) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = panel.get("/v1/audit-events", status=200).json
    return found


def detail(event: dict[str, Any]) -> dict[str, tuple[str | None, str | None]]:
    return {part["name"]: (part["before"], part["after"]) for part in event["detail"]}


def test_findings_name_rule_weight_source_and_remedy(panel: Panel) -> None:
    made = add(panel, region="EU")
    found = panel.get(path_of(made, "/compliance"), status=200).json
    assert found["score"] == made["score"] == 57
    assert {finding["rule"]: finding["weight"] for finding in found["findings"]} == {
        "policy_url": 10,
        "domain_verified": 8,
        "tls": 5,
        "site_scanned": 20,
    }
    for finding in found["findings"]:
        assert all(finding[name] for name in ("title", "source", "remedy"))


def test_the_score_follows_the_published_banner_and_the_domain(
    panel: Panel, application: Application
) -> None:
    site = make_site(panel, region="EU")
    perfect = {
        "status": "verified",
        "ssl_ok": True,
        "banner_policy_url": True,
    }
    set_domain(application, site.id, **perfect)
    found = panel.get(f"/v1/domains/{site.id}/compliance").json
    assert found["score"] == 80
    assert [finding["title"] for finding in found["findings"]] == ["site not checked"]
    set_domain(application, site.id, banner_equal_choice=False, banner_withdrawable=False)
    assert panel.get(f"/v1/domains/{site.id}").json["score"] == 45
