"""The roles of members, changed with the keyboard."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of
from tests.support.factories import Panel
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import sign_in


def roles_of(panel: Panel) -> dict[str, str]:
    return {member["name"]: member["role"] for member in panel.get("/v1/members").json}


def test_a_role_changes_with_its_button_and_not_on_the_way_through_the_list(
    page: Page, live: LiveServer, look: Look
) -> None:
    panel = new_panel(live)
    colleague = join(live.harness, panel)
    name, own_name = "The viewer", panel.get("/v1/account").json["name"]
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/members")
    role = page.get_by_role("combobox", name=f"Role of {name}")
    for passed in ("admin", "owner"):
        role.press("ArrowDown")
        expect(role).to_have_value(passed)
    look(page, "role")
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name=f"Change the role of {name} to Owner")).to_be_focused()
    assert roles_of(panel)[name] == "viewer"
    page.keyboard.press("Enter")
    expect(page.get_by_text(f"{name} is now: Owner.").first).to_be_attached()
    expect(role).to_be_focused()
    assert roles_of(panel)[name] == "owner"
    # Nobody gives up their own role by mistake.
    own_role = page.get_by_role("combobox", name=f"Role of {own_name}")
    own_role.press("ArrowUp")
    page.get_by_role("button", name=f"Change the role of {own_name} to Admin").press("Enter")
    dialog = page.get_by_role("dialog", name="Give up your role?")
    look(page, "own-role")
    dialog.get_by_role("button", name="Cancel").click()
    assert roles_of(panel)[own_name] == "owner"
    page.get_by_role("button", name=f"Change the role of {own_name} to Admin").click()
    dialog.get_by_role("button", name="Change my role").click()
    expect(page.get_by_text(f"{own_name} is now: Admin.").first).to_be_attached()
    expect(role).to_have_count(0)
    assert roles_of(colleague)[own_name] == "admin"
