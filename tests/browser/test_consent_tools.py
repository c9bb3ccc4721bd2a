"""Tools that decide for people, with our rules of ``integrations/``.

autoconsent is npm's own; Consent-O-Matic's rule is run by a small interpreter of ours.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from tests.browser.test_rules import visit_from
from tests.support import npm
from tests.support.customer import Customer

CONFIG = {
    "enabled": True,
    "disabledCmps": [],
    "enablePrehide": True,
    "enableCosmeticRules": False,
    "detectRetries": 20,
}


@pytest.fixture(scope="module")
def content_script(project: Path) -> str:
    try:
        folder = npm.installed(project, "autoconsent", ("package.json", "package-lock.json"))
    except npm.MissingPackagesError as error:
        pytest.skip(str(error))
    result = folder / "node_modules" / "@duckduckgo" / "autoconsent" / "dist"
    return (result / "autoconsent.playwright.js").read_text("utf-8")


def run(page: Page, address: str, content_script: str, rules: list[Any], action: str) -> list[Any]:
    """Run autoconsent on a page as its extension does; return its reports."""
    reported: list[Any] = []

    def answer(source: Any, message: dict[str, Any]) -> None:
        reported.append(message)
        frame = source["frame"]
        if message["type"] == "init":
            sent = {
                "type": "initResp",
                "config": CONFIG | {"autoAction": action},
                "rules": {"autoconsent": rules},
            }
            frame.evaluate(f"autoconsentReceiveMessage({json.dumps(sent)})")
        elif message["type"] == "autoconsentDone":
            frame.evaluate('autoconsentReceiveMessage({"type": "selfTest"})')

    page.expose_binding("autoconsentSendMessage", answer)
    page.goto(address)
    page.evaluate(f"() => {{ {content_script} }}")
    return reported


def reported(messages: list[Any], kind: str, page: Page) -> dict[str, Any]:
    """Return autoconsent's message of this type, once it comes."""
    for _ in range(100):
        for message in messages:
            if message["type"] == kind:
                result: dict[str, Any] = message
                return result
        page.wait_for_timeout(100)
    raise AssertionError(f"no {kind} among {[item['type'] for item in messages]}")


@pytest.mark.parametrize(
    ("action", "recorded"), [("optOut", "reject_all"), ("optIn", "accept_all")]
)
def test_a_consent_tool_decides_for_visitors_and_closes_the_banner(
    page: Page,
    customer: Customer,
    project: Path,
    content_script: str,
    action: str,
    recorded: str,
) -> None:
    rule = json.loads((project / "integrations/autoconsent/visitor-choices.json").read_text())
    visit_from(page, "eu")
    messages = run(page, customer.page(), content_script, [rule], action)
    result = reported(messages, f"{action}Result", page)
    assert (result["result"], result["cmp"]) == (True, "visitor-choices")
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["action"], receipt["source"]) == (recorded, "banner")
    expect(page.get_by_role("dialog")).to_have_count(0)
    assert reported(messages, "selfTestResult", page)["result"] is True


def test_a_consent_tool_does_nothing_if_visitors_are_not_asked(
    page: Page, customer: Customer, project: Path, content_script: str
) -> None:
    rule = json.loads((project / "integrations/autoconsent/visitor-choices.json").read_text())
    visit_from(page, "us-tx")
    messages = run(page, customer.page(), content_script, [rule], "optOut")
    reported(messages, "cmpDetected", page)
    page.wait_for_timeout(500)
    assert "optOutResult" not in {message["type"] for message in messages}
    assert customer.receipts() == []


@pytest.mark.parametrize(
    ("allowed", "recorded"),
    [("", "reject_all"), ("ABF", "accept_all"), ("B", "custom")],
    ids=["refusing", "accepting", "choosing"],
)
def test_consent_o_matics_rule_decides_for_people_and_closes_the_banner(
    page: Page, customer: Customer, project: Path, allowed: str, recorded: str
) -> None:
    visit_from(page, "eu")
    page.goto(customer.page())
    page.get_by_role("button", name="Reject all").wait_for()
    assert follow_consent_o_matic(page, project, allowed) == "handled"
    (receipt,) = customer.wait_for_receipts(page, 1)
    assert (receipt["action"], receipt["source"]) == (recorded, "banner")
    assert receipt["analytics"] is ("B" in allowed)
    expect(page.get_by_role("dialog")).to_have_count(0)


def test_consent_o_matics_rule_does_nothing_where_no_visitor_is_asked(
    page: Page, customer: Customer, project: Path
) -> None:
    visit_from(page, "us-tx")
    page.goto(customer.page())
    page.locator("visitor-choices").wait_for(state="attached")
    assert follow_consent_o_matic(page, project, "") == "not showing"
    page.goto(customer.page(path="/bare", head=""))
    assert follow_consent_o_matic(page, project, "") == "absent"


def follow_consent_o_matic(page: Page, project: Path, allowed: str) -> str:
    """Run the rule in a page; return what became of it."""
    page.add_script_tag(path=project / "tests/browser/consent_o_matic.js")
    text = (project / "integrations/consent-o-matic/visitor-choices.json").read_text()
    rule = json.loads(text)["visitor-choices"]
    script = "([rule, allowed]) => consentOMatic(rule, allowed)"
    outcome: str = page.evaluate(script, [rule, allowed])
    return outcome
