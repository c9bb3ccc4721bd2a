"""What a page shows and sends is that of its filters, its domain and its person."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import BrowserContext, Page, Route, expect

from tests.browser.conftest import new_panel
from tests.panel.conftest import opened, origin_of, settled
from tests.support.factories import Panel, Site, make_site
from tests.support.live_server import LiveServer
from tests.support.members import join
from tests.support.panel_signing import keep
from tests.support.suspensions import suspend

REJECTED: dict[str, Any] = {
    "action": "reject_all",
    "analytics": False,
    "marketing": False,
    "preferences": False,
}


def choose(page: Page, label: str, value: str) -> None:
    page.get_by_role("combobox", name=label, exact=True).select_option(value)


def test_what_follows_the_former_filters_list_is_dropped(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    for _ in range(51):
        site.decide()
    site.decide(**REJECTED)
    opened(page, live, panel, "/receipts")
    held: list[Route] = []
    page.route("**/v1/consent-events?*cursor*", lambda route: held.append(route))
    rows = page.get_by_role("region", name="Receipts, newest first").get_by_role("row")
    expect(rows).to_have_count(51)
    with page.expect_request("**/v1/consent-events?*cursor*"):
        page.get_by_role("button", name="Show more").click()
    choose(page, "Decision", "reject_all")
    expect(rows).to_have_count(2)
    with page.expect_response("**/v1/consent-events?*cursor*"):
        held[0].continue_()
    # The page has read the response once a request that is sent after it is answered.
    page.evaluate("fetch('/v1/health/live').then((response) => response.text())")
    expect(rows).to_have_count(2)


def test_an_export_is_saved_in_its_format_with_its_filters(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    site.decide()
    site.decide(**REJECTED)
    opened(page, live, panel, "/receipts")
    page.get_by_role("button", name="Export", exact=True).click()
    link = page.get_by_role("link", name="Save receipts.csv")
    expect(link).to_be_visible()
    choose(page, "Format", "json")
    with page.expect_download() as download:
        link.click()
    assert download.value.suggested_filename == "receipts.csv"
    choose(page, "Decision", "reject_all")
    expect(page.get_by_role("link", name="Save receipts")).to_have_count(0)
    page.get_by_role("button", name="Export", exact=True).click()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save receipts.csv").click()
    assert len(download.value.path().read_text().splitlines()) == 2


def put_banner(panel: Panel, site: Site, **changes: Any) -> None:
    """Publish the site's banner with some members changed."""
    path = f"/v1/domains/{site.id}/banner"
    current = panel.get(path)
    saved = panel.put(
        path, current.json["banner"] | changes, if_match=current.headers["ETag"], status=200
    )
    headers = {
        "Authorization": f"Bearer {panel.access_token}",
        "If-Match": saved.headers["ETag"],
    }
    panel.app.post_json(f"{path}/publish", {}, headers=headers, status=200)


def test_the_findings_follow_what_is_saved(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel, region="UK")
    locales = panel.get(f"/v1/domains/{site.id}/banner").json["banner"]["locales"]
    put_banner(panel, site, locales=[item for item in locales if item["locale"] == "de"])
    opened(page, live, panel, f"/domains/{site.id}")
    finding = page.get_by_text("The banner lacks a language of its visitors")
    expect(finding).to_be_visible()
    page.get_by_role("combobox", name="Where are most of your visitors?").select_option("EU")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(finding).to_have_count(0)


def test_every_published_version_can_be_listed(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    site = make_site(panel)
    for number in range(21):
        put_banner(panel, site, controller=f"Works {number}")
    opened(page, live, panel, f"/domains/{site.id}/banner")
    rows = page.get_by_role("region", name="Versions").get_by_role("row")
    expect(rows).to_have_count(21)
    page.get_by_role("button", name="Show more").click()
    expect(rows).to_have_count(23)
    expect(rows.last.get_by_role("rowheader")).to_have_text("1")
    expect(page.get_by_role("button", name="Show more")).to_have_count(0)


def test_deleting_another_group_keeps_the_filter(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    kept, deleted = (
        panel.post("/v1/domain-groups", {"name": name}, status=201).json["id"]
        for name in ("Alpha", "Beta")
    )
    site = make_site(panel)
    panel.patch(f"/v1/domains/{site.id}", {"groupId": kept}, status=200)
    opened(page, live, panel, f"/domains?groupId={kept}")
    for name in ("Beta", "Alpha"):
        assert f"groupId={kept}" in page.url
        page.get_by_role("button", name=f"Delete {name}").click()
        page.get_by_role("button", name="Delete the group").click()
        expect(page.get_by_role("button", name=f"Delete {name}")).to_have_count(0)
    assert "groupId" not in page.url
    assert deleted != kept


def test_nothing_is_sent_as_another_person(
    page: Page, context: BrowserContext, live: LiveServer
) -> None:
    panel = new_panel(live)
    slug = panel.organization["slug"]
    other = join(live.harness, panel, role="admin")
    opened(page, live, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Typed by the owner")
    tab = context.new_page()
    tab.goto(f"{origin_of(live, slug)}/sign-in")
    tokens = {"accessToken": other.access_token, "refreshToken": other.refresh_token}
    keep(tab, f"workspace:{slug}", tokens)
    page.bring_to_front()
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("session has ended")
    expect(name).to_have_value("Typed by the owner")
    assert panel.get("/v1/audit-events?event=workspace.changed").json == []


def test_a_request_that_was_refused_is_not_repeated_as_another_person(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    slug = panel.organization["slug"]
    other = join(live.harness, panel, role="admin")
    opened(page, live, panel, "/settings")
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("Typed by the owner")

    def refuse(route: Route) -> None:
        if route.request.method == "PATCH":
            tokens = {"accessToken": other.access_token, "refreshToken": other.refresh_token}
            keep(page, f"workspace:{slug}", tokens)
            route.fulfill(status=401, json={"code": "unauthenticated"})
        else:
            route.continue_()

    page.route("**/v1/workspace", refuse, times=1)
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_role("dialog")).to_contain_text("session has ended")
    expect(name).to_have_value("Typed by the owner")
    assert panel.get("/v1/audit-events?event=workspace.changed").json == []


def test_a_list_stays_as_it_was_filtered_while_the_next_page_loads(
    page: Page, live: LiveServer
) -> None:
    site = make_site(new_panel(live))
    site.decide()
    opened(page, live, site.panel, "/receipts?device=desktop")
    settled(page)
    held: list[Route] = []
    page.route("**/v1/account", lambda route: held.append(route))
    read: list[str] = []
    page.on("request", lambda request: read.append(request.url))
    with page.expect_request("**/v1/account"):
        page.get_by_role("link", name="People").click()
    page.wait_for_timeout(500)
    assert [url for url in read if "/v1/consent-" in url] == []
    held[0].continue_()
    expect(page.get_by_role("heading", name="People")).to_be_focused()


def test_a_request_reads_the_session_once(page: Page, live: LiveServer) -> None:
    page.add_init_script(
        """const get = IDBObjectStore.prototype.get;
        const send = globalThis.fetch;
        globalThis.reads = globalThis.requests = 0;
        globalThis.fetch = (request, ...rest) => {
          globalThis.requests += String(request.url ?? request).includes("/v1/");
          return send(request, ...rest);
        };
        IDBObjectStore.prototype.get = function (key) {
          globalThis.reads += 1;
          return get.call(this, key);
        };"""
    )
    panel = new_panel(live)
    opened(page, live, panel, "/settings")
    settled(page)
    before = page.evaluate("reads"), page.evaluate("requests")
    page.get_by_role("textbox", name="Name of the workspace").fill("Named again")
    page.get_by_role("button", name="Save", exact=True).click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    page.wait_for_function(
        "([reads, requests]) => globalThis.requests > requests"
        " && globalThis.reads - reads === globalThis.requests - requests",
        arg=list(before),
    )


def test_only_an_owner_is_sent_to_the_plans(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    viewer = join(live.harness, panel)
    suspend(live.application, panel.organization["slug"])
    opened(page, live, viewer, "/")
    expect(page.get_by_text("An owner of the workspace chooses its plan.")).to_be_visible()
    expect(page.get_by_role("link", name="Choose a plan")).to_have_count(0)


def test_viewers_have_no_link_to_the_audit_log(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    opened(page, live, join(live.harness, panel), "/")
    navigation = page.get_by_role("navigation", name="Workspace")
    expect(navigation.get_by_role("link", name="People")).to_be_visible()
    expect(navigation.get_by_role("link", name="Audit log")).to_have_count(0)
