"""Sessions that end while a page is open, slow services, and use with the keyboard only."""

from __future__ import annotations

import re
from datetime import timedelta
from urllib.parse import urlsplit
from uuid import UUID

import pytest
from playwright.sync_api import BrowserContext, FloatRect, Locator, Page, Request, Route, expect
from sqlalchemy import select, update

from consent_app.application import utc_now
from consent_app.sessions.models import UserSession
from tests.browser.conftest import new_panel
from tests.panel.conftest import Look, origin_of, settled
from tests.support.expired_tokens import run_out
from tests.support.factories import Panel, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import give_role, inviting
from tests.support.panel_signing import fill_code, fill_password, keep, sign_in
from tests.support.suspensions import suspend

RENEWING_MS = 500
"""By then a page has asked for what it shows, and for new tokens."""
WORKER_READY = """async () => {
  let registration;
  while (!registration?.active) {
    registration = await navigator.serviceWorker.getRegistration("/panel/renewal/");
    await new Promise((done) => setTimeout(done, 50));
  }
}"""


def keep_expired(page: Page, live: LiveServer, panel: Panel) -> None:
    """Have the browser keep an expired access token."""
    tokens = {
        "accessToken": run_out(live.application, panel.access_token),
        "refreshToken": panel.refresh_token,
    }
    keep(page, f"workspace:{panel.organization['slug']}", tokens)


@pytest.fixture
def panel(live: LiveServer) -> Panel:
    return new_panel(live)


def test_a_session_that_ends_in_another_tab_loses_nothing_typed(
    page: Page, context: BrowserContext, live: LiveServer, panel: Panel, look: Look
) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    other_tab = context.new_page()
    other_tab.goto(f"{origin}/")
    other_tab.get_by_role("button", name="Sign out").click()
    other_tab.wait_for_url(f"{live.url}/sign-in")
    other_tab.close()
    page.get_by_role("button", name="Save").click()
    dialog = page.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    look(page, "session-ended")
    fill_password(page, panel.person.email)
    fill_code(page, panel.person.secret, ahead=1)
    expect(dialog).to_be_hidden()
    expect(name).to_have_value("Renamed Works")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    assert page.get_by_role("navigation", name="Workspace").is_visible()


def test_an_expired_session_is_shown_in_every_tab(
    page: Page, context: BrowserContext, live: LiveServer, panel: Panel, look: Look
) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    other_tab = context.new_page()
    other_tab.goto(f"{origin}/members")
    expect(other_tab.get_by_role("heading", name="People")).to_be_visible()
    settled(other_tab)
    # As after a quarter of an hour, and after ninety days.
    keep_expired(other_tab, live, panel)
    with live.application.database.transaction() as session:
        claims = live.application.signer.verify(panel.access_token, "panel", utc_now())
        is_own = UserSession.id == UUID(str(claims.session_id))
        ended = utc_now() - timedelta(minutes=1)
        session.execute(update(UserSession).where(is_own).values(expires_at=ended))
    for tab, link in ((page, "Receipts"), (other_tab, "Audit log")):
        # A page behind another is never drawn, so it never comes to rest.
        tab.bring_to_front()
        tab.once("dialog", lambda dialog: dialog.accept())
        if tab is page:
            tab.get_by_role("button", name="Save").click()
        else:
            tab.get_by_role("link", name=link, exact=True).click()
        message = tab.get_by_role("dialog", name="Your session has ended")
        expect(message.get_by_text("the session expired")).to_be_visible()
    look(other_tab, "session-expired")
    page.bring_to_front()
    dialog = page.get_by_role("dialog", name="Your session has ended")
    fill_password(page, panel.person.email)
    fill_code(page, panel.person.secret, ahead=1)
    expect(dialog).to_be_hidden()
    expect(name).to_have_value("Renamed Works")
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    # The other tab finds the session that this one has opened.
    other_tab.bring_to_front()
    other_tab.evaluate("dispatchEvent(new Event('focus'))")
    expect(other_tab.get_by_role("dialog", name="Your session has ended")).to_be_hidden()


def test_a_slow_service_gets_one_request(page: Page, live: LiveServer, panel: Panel) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/api-keys")
    routes: list[Route] = []

    def hold(route: Route) -> None:
        if route.request.method == "POST":
            routes.append(route)
        else:
            route.continue_()

    page.get_by_role("textbox", name="Name").fill("Warehouse")
    page.route("**/v1/api-keys", hold)
    button = page.get_by_role("button", name="Create key")
    button.click()
    button.click(force=True)
    page.get_by_role("textbox", name="Name").press("Enter")
    page.wait_for_timeout(200)
    assert len(routes) == 1
    routes[0].continue_()
    expect(page.get_by_text("It is shown only once")).to_be_visible()
    assert len(routes) == 1
    assert len(panel.get("/v1/api-keys").json) == 1


@pytest.mark.parametrize(
    ("path", "name", "sends"),
    [
        ("/members", "Send the invitation", "POST /v1/invitations"),
        ("/domains/{domain}/banner", "Save draft", "PUT /v1/domains/{domain}/banner"),
        ("/receipts", "Export", "GET /v1/export-manifests/"),
    ],
)
def test_a_double_click_is_one_press_however_fast_the_response(
    page: Page, live: LiveServer, panel: Panel, path: str, name: str, sends: str
) -> None:
    site = make_site(inviting(panel, live.application))
    site.decide()
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, path.format(domain=site.id))
    if path == "/members":
        page.get_by_role("textbox", name="Email address").fill(f"{unique('ada')}@example.com")
    button = page.get_by_role("button", name=name)
    button.scroll_into_view_if_needed()
    settled(page)
    box = button.bounding_box()
    assert box
    sent: list[str] = []

    def note(request: Request) -> bool:
        sent.append(f"{request.method} {urlsplit(request.url).path}")
        return sent[-1].startswith(sends.format(domain=site.id))

    page.mouse.move(box["x"] + box["width"] / 2, box["y"] + box["height"] / 2)
    with page.expect_response(lambda response: note(response.request)):
        page.mouse.down()
        page.mouse.up()
    page.wait_for_timeout(RENEWING_MS)
    sent.clear()
    page.on("request", note)
    page.mouse.down(click_count=2)
    page.mouse.up(click_count=2)
    page.wait_for_timeout(RENEWING_MS)
    assert [request for request in sent if "/v1/" in request] == []
    expect(page.get_by_role("alert")).to_have_count(0)


def test_a_page_left_while_its_session_is_renewed_keeps_it(
    page: Page, context: BrowserContext, live: LiveServer, panel: Panel
) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/settings")
    expect(page.get_by_role("heading", name="Settings")).to_be_visible()
    page.evaluate(WORKER_READY)
    keep_expired(page, live, panel)
    claims = live.application.signer.verify(panel.access_token, "panel", utc_now())
    mine = UserSession.id == UUID(str(claims.session_id))
    # What renews waits for this transaction: the answer comes once the page that asked is gone.
    with live.application.database.transaction() as session:
        session.execute(update(UserSession).where(mine).values(last_used_at=utc_now()))
        with page.expect_response("**/v1/account") as refused:
            page.goto(f"{origin}/receipts", wait_until="commit")
        assert refused.value.status == 401
        page.wait_for_timeout(RENEWING_MS)
        page.goto("about:blank")
        page.wait_for_timeout(RENEWING_MS)
    page.wait_for_timeout(RENEWING_MS)
    page.goto(f"{origin}/members")
    expect(page.get_by_role("row").filter(has_text=panel.person.email)).to_be_visible()
    expect(page.get_by_role("dialog")).to_have_count(0)
    with live.application.database.transaction() as session:
        assert session.execute(select(UserSession.revoked_at).where(mine)).scalar_one() is None


def test_the_main_tasks_with_the_keyboard_only(page: Page, live: LiveServer, panel: Panel) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="Skip to content")).to_be_focused()
    page.get_by_role("link", name="Domains", exact=True).focus()
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Domains", exact=True)).to_be_focused()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Add a domain")).to_be_focused()
    page.keyboard.press("Enter")
    expect(page.get_by_role("textbox", name="Address of the site")).to_be_focused()
    page.keyboard.type(f"{panel.organization['slug']}.example.com")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", level=1)).to_have_text(re.compile("example.com$"))
    expect(page.get_by_role("heading", level=1)).to_be_focused()


def test_an_unavailable_service_is_reported_and_retried(
    page: Page, live: LiveServer, panel: Panel, look: Look
) -> None:
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    page.route("**/v1/audit-events*", lambda route: route.abort())
    page.get_by_role("link", name="Audit log").click()
    expect(page.get_by_role("alert").filter(has_text="could not be reached")).to_be_visible()
    look(page, "away")
    page.unroute("**/v1/audit-events*")
    page.get_by_role("button", name="Try again").click()
    expect(page.get_by_role("region", name="Audit log, newest first")).to_be_visible()


def test_a_lowered_role_and_a_suspended_workspace_are_shown_during_use(
    page: Page, live: LiveServer, panel: Panel, look: Look
) -> None:
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    give_role(live.application, panel, "viewer")
    page.get_by_role("button", name="Save").click()
    refusal = page.get_by_role("alert")
    expect(refusal.filter(has_text="Your role does not allow this.")).to_be_visible()
    expect(name).to_have_value("Renamed Works")
    look(page, "role-lowered")
    page.once("dialog", lambda dialog: dialog.accept())
    page.get_by_role("link", name="API keys").click()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    expect(page.get_by_role("button", name="Create key")).to_have_count(0)
    suspend(live.application, panel.organization["slug"])
    page.get_by_role("link", name="Receipts", exact=True).click()
    expect(refusal.filter(has_text="The workspace is suspended").first).to_be_visible()
    expect(page.get_by_role("heading", level=1)).to_be_focused()
    look(page, "suspended")


def settled_box(page: Page, locator: Locator) -> FloatRect | None:
    """Return where something is once the page has got all that it first asked for."""
    settled(page)
    boxes = [locator.bounding_box()]
    while len(boxes) < 2 or boxes[-1] != boxes[-2]:
        page.wait_for_timeout(300)
        boxes.append(locator.bounding_box())
    return boxes[-1]


def test_a_slow_service_creates_and_erases_once(page: Page, live: LiveServer, panel: Panel) -> None:
    site = make_site(panel)
    receipt = site.decide().json["id"]
    posted: list[str] = []

    def slowly(route: Route) -> None:
        if route.request.method == "POST":
            posted.append(urlsplit(route.request.url).path)
            page.wait_for_timeout(800)
        route.continue_()

    page.route("**/v1/**", slowly)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/domains")
    name = page.get_by_role("textbox", name="Name of the new group")
    name.fill("Shops")
    before = settled_box(page, name)
    for _ in range(2):
        name.press("Enter")
    page.get_by_role("button", name="Create group").click(force=True)
    assert name.bounding_box() == before
    expect(page.get_by_role("rowheader", name="Shops")).to_be_visible()
    page.goto(f"{origin_of(live, panel.organization['slug'])}/receipts/{receipt}")
    page.get_by_role("button", name="Erase this visitor").click()
    confirm = page.get_by_role("dialog").get_by_role("button", name="Delete 1 receipt")
    confirm.dblclick()
    expect(page.get_by_role("heading", name="Receipts", exact=True)).to_be_visible()
    assert posted == ["/v1/domain-groups", f"/v1/consent-events/{receipt}/erasure"]
    assert len(panel.get("/v1/domain-groups").json) == 1


def test_texts_that_could_not_be_loaded_are_loaded_for_the_next_page(
    page: Page, live: LiveServer, panel: Panel
) -> None:
    page.route(re.compile(r"/texts/en\.js"), lambda route: route.abort())
    with page.expect_event("requestfailed"):
        sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/domains")
    expect(page.get_by_role("heading", name="Domains")).to_be_visible()
    page.unroute_all()
    page.get_by_role("link", name="People").click()
    expect(page.get_by_role("region", name="Members")).to_be_visible()
