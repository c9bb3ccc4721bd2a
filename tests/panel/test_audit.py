"""The words of the audit log's screen."""

from __future__ import annotations

from uuid import UUID

import pytest
from playwright.sync_api import Browser, Page, expect

from consent_app.admin.events import ReceiptsGenerated
from consent_app.billing.events import SubscriptionStatusChanged
from consent_app.context import Context
from consent_app.events.event import Change
from consent_app.workspaces.events import WorkspaceChanged
from tests.browser.conftest import new_panel
from tests.panel.conftest import origin_of
from tests.support.factories import make_site
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import sign_in


def test_a_cleared_value_is_not_shown_like_a_set_one(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    group = panel.post("/v1/domain-groups", {"name": "Brands"}, status=201).json["id"]
    for chosen in (group, None):
        panel.patch(f"/v1/domains/{site.id}", {"groupId": chosen}, status=200)
    empty = panel.post("/v1/domain-groups", {"name": "Shops"}, status=201).json["id"]
    panel.delete(f"/v1/domain-groups/{empty}", status=204)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/audit")
    rows = page.get_by_role("region", name="Audit log, newest first").get_by_role("row")
    changed = rows.filter(has_text="Domain changed")
    expect(changed.first.get_by_text("Group: Brands → not set", exact=True)).to_be_visible()
    expect(changed.last.get_by_text("Group: Brands", exact=True)).to_be_visible()
    # The name of what was deleted was not cleared.
    deleted = rows.filter(has_text="Group deleted")
    expect(deleted.get_by_text("Name: Shops", exact=True)).to_be_visible()


@pytest.mark.parametrize(
    ("locale", "text"), [("en-GB", "Receipts: 6,000"), ("de-DE", "Belege: 6.000")]
)
def test_a_number_is_written_as_elsewhere(
    chromium: Browser, live: LiveServer, locale: str, text: str
) -> None:
    panel = new_panel(live)
    workspace_id = UUID(panel.organization["id"])
    with live.application.database.transaction() as session:
        operator = Context.of_operator(live.application).with_session(session)
        change = Change("rows", None, "6000")
        event = ReceiptsGenerated(subject_id=workspace_id, changes=(change,))
        operator.in_workspace(workspace_id).emit(event)
    context = chromium.new_context(locale=locale)
    page = context.new_page()
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/audit")
    expect(page.get_by_role("cell").get_by_text(text, exact=True)).to_be_visible()
    context.close()


def test_an_event_names_the_domain_or_the_person_that_it_is_about(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    site, other_site = make_site(panel), make_site(panel)
    body = {"model": "opt_in", "exempt": ["analytics", "preferences"], "reason": "Our own."}
    panel.put(f"/v1/domains/{site.id}/rules/uk", body, status=200)
    panel.patch(f"/v1/domains/{other_site.id}", {"region": "EU"}, status=200)
    member = join(live.harness, panel, "viewer")
    (joined,) = [
        row for row in panel.get("/v1/members").json if row["email"] == member.person.email
    ]
    panel.patch(f"/v1/members/{joined['id']}", {"role": "admin"}, status=200)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/audit")
    rows = page.get_by_role("region", name="Audit log, newest first").get_by_role("row")
    overridden = rows.filter(has_text="Rule of a jurisdiction overridden")
    expect(overridden.get_by_text(site.hostname, exact=True)).to_be_visible()
    words = "Needs no consent: Analytics, Preferences"
    expect(overridden.get_by_text(words, exact=True)).to_be_visible()
    changed = rows.filter(has_text="Domain changed")
    expect(changed).to_contain_text(other_site.hostname)
    promoted = rows.filter(has_text="Role: Viewer → Admin").get_by_role("rowheader")
    expect(promoted).to_contain_text(joined["name"] or joined["email"])
    # What names its domain does not name it twice.
    published = rows.filter(has_text="Banner published").filter(has_text=site.hostname)
    expect(published.get_by_role("rowheader").get_by_text(site.hostname)).to_have_count(0)


@pytest.mark.parametrize(
    ("locale", "texts"),
    [
        ("en-GB", ["State: paid → overdue", "Suspended: for lack of payment → by the operator"]),
        (
            "de-DE",
            [
                "Status: bezahlt → überfällig",
                "Gesperrt: wegen fehlender Zahlung → durch den Betreiber",
            ],
        ),
    ],
)
def test_states_of_payment_are_in_words(
    chromium: Browser, live: LiveServer, locale: str, texts: list[str]
) -> None:
    panel = new_panel(live)
    with live.application.database.transaction() as session:
        operator = Context.of_operator(live.application).with_session(session)
        ctx = operator.in_workspace(UUID(panel.organization["id"]))
        change = Change("status", "active", "past_due")
        ctx.emit(SubscriptionStatusChanged(changes=(change,)))
        ctx.emit(WorkspaceChanged(changes=(Change("suspended", "payment", "operator"),)))
    context = chromium.new_context(locale=locale)
    page = context.new_page()
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/audit")
    for text in texts:
        expect(page.get_by_role("cell").get_by_text(text, exact=True)).to_be_visible()
    context.close()


def test_the_filter_by_a_former_member_is_not_empty(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    member = join(live.harness, panel, "admin")
    member.post("/v1/domain-groups", {"name": "Brands"}, status=201)
    own = panel.get("/v1/members").json
    removed = next(row["id"] for row in own if row["userId"] == member.person.user_id)
    panel.delete(f"/v1/members/{removed}", status=204)
    path = f"/audit?actorId={member.person.user_id}"
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, path)
    expect(page.get_by_role("row").filter(has_text="Group created")).to_be_visible()
    person = page.get_by_role("combobox", name="Person")
    expect(person.get_by_role("option", selected=True)).to_have_text("not known")
    person.select_option("All")
    expect(page.get_by_role("row").filter(has_text="Workspace created")).to_be_visible()
    expect(person.get_by_role("option", name="not known")).to_have_count(0)


def test_a_long_value_is_read_without_scrolling(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    panel.post("/v1/domain-groups", {"name": "W" * 60}, status=201)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/audit")
    table = page.get_by_role("region", name="Audit log, newest first")
    expect(table.get_by_text("W" * 60)).to_be_visible()
    assert table.evaluate("(region) => region.scrollWidth - region.clientWidth") == 0
