"""The rule for visitors from a chosen place."""

from __future__ import annotations

from uuid import UUID

from playwright.sync_api import Page, expect
from sqlalchemy import update

from consent_app.domains.models import DomainRule
from tests.browser.conftest import new_panel
from tests.panel.conftest import opened
from tests.support.factories import make_site
from tests.support.live_server import LiveServer

PARTLY = "The rule has changed since."


def test_an_override_of_an_earlier_version_is_said_to_apply_in_part(
    page: Page, live: LiveServer
) -> None:
    site = make_site(new_panel(live), region="EU")
    path = f"/v1/domains/{site.id}/rules"
    laxer = {"model": "opt_out", "exempt": ["analytics"], "reason": "Our own."}
    site.panel.put(f"{path}/eu", laxer, status=200)
    opened(page, live, site.panel, f"/domains/{site.id}")
    facts = page.locator("dl.facts").filter(has_text="Set by your workspace")
    expect(facts).to_contain_text("Our own.")
    expect(facts).not_to_contain_text(PARTLY)
    with live.application.database.transaction() as session:
        own = DomainRule.domain_id == UUID(site.id)
        session.execute(update(DomainRule).where(own).values(rule_version=0))
    page.reload()
    expect(facts).to_contain_text("Nothing runs before the visitor agrees")
    expect(facts).to_contain_text(PARTLY)
    # Saving it again is a decision about the present rule.
    page.get_by_role("button", name="Change this rule").click()
    dialog = page.get_by_role("dialog", name="The rule for")
    dialog.get_by_role("combobox").select_option("Everything runs until the visitor objects.")
    dialog.get_by_role("button", name="Save").click()
    expect(dialog).to_be_hidden()
    expect(facts).to_contain_text("Everything runs until the visitor objects")
    expect(facts).not_to_contain_text(PARTLY)


def test_a_reason_is_lost_only_if_confirmed(page: Page, live: LiveServer) -> None:
    site = make_site(new_panel(live), region="EU")
    opened(page, live, site.panel, f"/domains/{site.id}")
    page.get_by_role("button", name="Change this rule").click()
    reason = page.get_by_role("textbox", name="Reason")
    reason.fill("Counts without cookies.")
    page.once("dialog", lambda dialog: dialog.dismiss())
    with page.expect_event("dialog") as asked:
        page.evaluate("location.reload()")
    assert asked.value.type == "beforeunload"
    expect(reason).to_have_value("Counts without cookies.")
