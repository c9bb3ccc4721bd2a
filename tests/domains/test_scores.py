"""The stored score follows what it is made of."""

from __future__ import annotations

from consent_app.application import Application
from tests.support.domains import add, path_of, set_domain
from tests.support.factories import Panel, make_site


def test_findings_name_rule_weight_source_and_remedy(panel: Panel) -> None:
    domain = add(panel, region="EU")
    body = panel.get(path_of(domain, "/compliance"), status=200).json
    assert body["score"] == domain["score"] == 77
    assert {finding["rule"]: finding["weight"] for finding in body["findings"]} == {
        "policy_url": 10,
        "domain_verified": 8,
        "tls": 5,
    }
    for finding in body["findings"]:
        assert all(finding[name] for name in ("title", "source", "remedy"))


def test_findings_come_in_the_callers_language(panel: Panel) -> None:
    domain = add(panel, region="EU")
    panel.app.extra_environ["HTTP_ACCEPT_LANGUAGE"] = "de-AT, en;q=0.5"
    body = panel.get(path_of(domain, "/compliance"), status=200).json
    texts = {finding["rule"]: (finding["title"], finding["remedy"]) for finding in body["findings"]}
    assert texts["domain_verified"] == (
        "die Domain ist nicht verifiziert",
        "Verifizieren Sie, dass die Domain Ihnen gehört.",
    )
    assert body["rules"][0]["name"] == "Europäische Union und Europäischer Wirtschaftsraum"
    draft = panel.get(path_of(domain, "/banner")).json["banner"]
    preview = panel.post(path_of(domain, "/banner/preview"), {"banner": draft}, status=200).json
    assert (
        texts.items()
        >= {
            finding["rule"]: (finding["title"], finding["remedy"])
            for finding in preview["compliance"]["findings"]
        }.items()
    )


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
    body = panel.get(f"/v1/domains/{site.id}/compliance").json
    assert (body["score"], body["findings"]) == (100, [])
    set_domain(application, site.id, banner_equal_choice=False, banner_withdrawable=False)
    assert panel.get(f"/v1/domains/{site.id}").json["score"] == 65
