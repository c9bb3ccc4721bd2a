"""With late answers: nothing is sent twice, and nothing jumps."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, Locator, Page, Request, Route, expect

from tests.browser.conftest import SECONDS, new_panel, without_complaints
from tests.browser.test_account_pages import mailed_link
from tests.panel.conftest import DESK, origin_of
from tests.panel.test_account import code
from tests.support.factories import PASSWORD, Panel, Site, make_site, unique
from tests.support.live_server import LiveServer
from tests.support.members import inviting
from tests.support.panel_signing import sign_in
from tests.support.traffic import follow, wait_until_quiet

LATE_MS = 200
"""How late the answers are while a page loads."""
SETTLED_MS = 150
"""The time in which a request that is sent once too often would follow."""
MAX_SHIFT = 0.1
"""What Web Vitals calls good."""

Fill = Callable[[Page, Panel, str], Locator]
"""Fills a form of a panel with a domain; returns the button that sends it."""


@pytest.fixture(scope="module")
def site(live: LiveServer) -> Site:
    """A workspace with a domain and some receipts."""
    site = make_site(new_panel(live), region="EU")
    site.decide()
    return site


@pytest.fixture(scope="module")
def tab(chromium: Browser) -> Iterator[Page]:
    """One tab for all tests of this module."""
    context = chromium.new_context(viewport=DESK, locale="en-GB")
    follow(context)
    yield context.new_page()
    context.close()


@pytest.fixture
def page(tab: Page) -> Iterator[Page]:
    """The tab; what its scripts complain of fails the test."""
    with without_complaints(tab) as page:
        yield page
        # Typed but not sent: no dialog may appear before the next test's page.
        tab.once("dialog", lambda dialog: dialog.accept())
        tab.goto("about:blank")


def change_of(request: Request) -> str | None:
    """Return the method and the path of a request that changes something; None for others."""
    if request.method == "GET" or request.url.endswith("/preview"):
        return None
    return f"{request.method} {urlsplit(request.url).path}"


@dataclass
class HeldRequests:
    """The API's answers to a page, which come when a test releases them.

    ``changes``: method and path of what was asked to change something, in order.
    """

    page: Page
    changes: list[str] = field(default_factory=list)
    _open: set[Request] = field(default_factory=set)
    _held: list[Route] = field(default_factory=list)
    _is_released: bool = False

    def hold(self, route: Route) -> None:
        """Keep a request, or let it through after the release."""
        if change := change_of(route.request):
            self.changes.append(change)
            self._open.add(route.request)
        if self._is_released:
            route.continue_()
        else:
            self._held.append(route)

    def release(self) -> None:
        """Let these requests through, and all that follow."""
        self._is_released = True
        for route in self._held:
            route.continue_()

    def end(self, request: Request) -> None:
        """Note that a request has its answer."""
        self._open.discard(request)

    def wait_for_first(self) -> None:
        """Wait until a request is held, of whatever kind."""
        self._wait_until(lambda: bool(self._held))

    def wait_for_changes(self, count: int) -> None:
        """Wait until as many changes as ``count`` have begun."""
        self._wait_until(lambda: len(self.changes) >= count)

    def wait_for_answers(self) -> None:
        """Wait until each of these changes has its answer, and one too many would have begun."""
        self._wait_until(lambda: not self._open)
        self.page.wait_for_timeout(SETTLED_MS)

    def _wait_until(self, is_done: Callable[[], bool]) -> None:
        # Hashing a password takes seconds on a busy machine.
        until = time.monotonic() + SECONDS
        while not is_done() and time.monotonic() < until:
            self.page.wait_for_timeout(10)


@contextmanager
def held(page: Page) -> Iterator[HeldRequests]:
    """Hold every request of the page to the API until it is released."""
    requests = HeldRequests(page)
    page.on("requestfinished", requests.end)
    page.on("requestfailed", requests.end)
    page.route("**/v1/**", requests.hold)
    try:
        yield requests
    finally:
        # The next tests have the same tab.
        page.unroute_all(behavior="ignoreErrors")
        page.remove_listener("requestfinished", requests.end)
        page.remove_listener("requestfailed", requests.end)


@contextmanager
def slowed(page: Page) -> Iterator[list[str]]:
    """Have every answer of the API late; give the list of what is asked to change something."""
    changes: list[str] = []

    def slowly(route: Route) -> None:
        if change := change_of(route.request):
            changes.append(change)
        page.wait_for_timeout(LATE_MS)
        route.continue_()

    page.route("**/v1/**", slowly)
    try:
        yield changes
    finally:
        page.unroute_all(behavior="ignoreErrors")


def press_thrice(page: Page, button: Locator, expected: list[str]) -> None:
    """Press at once, again, and while it works: it is sent once, and the button stays.

    ``expected``: method and path of all that is then asked for, in its order.
    """
    expect(page.get_by_text("Loading …")).to_have_count(0)
    button.scroll_into_view_if_needed()
    with held(page) as requests:
        before = button.bounding_box()
        button.dispatch_event("click")
        button.dispatch_event("click")
        requests.wait_for_first()
        page.wait_for_timeout(SETTLED_MS)
        during = button.bounding_box()
        button.dispatch_event("click")
        page.wait_for_timeout(SETTLED_MS)
        assert during == before
        assert len(requests.changes) <= 1
        requests.release()
        requests.wait_for_changes(len(expected))
        requests.wait_for_answers()
    assert requests.changes == expected


def _settings(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Name of the workspace").fill("Slow Works")
    return page.get_by_role("button", name="Save")


def _invitation(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Email address").fill(f"{unique('x')}@example.com")
    return page.get_by_role("button", name="Send the invitation")


def _key(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Name").fill("Warehouse")
    return page.get_by_role("button", name="Create key")


def _revocation(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("button", name="Revoke Tests").first.click()
    return page.get_by_role("dialog").get_by_role("button", name="Revoke", exact=True)


def _domain(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("button", name="Add a domain").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("textbox", name="Address of the site").fill(f"{unique('slow')}.com")
    return dialog.get_by_role("button", name="Add domain")


def _domain_settings(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("combobox", name="Where are most of your visitors?").select_option(
        "California"
    )
    page.get_by_role("combobox", name="Ask visitors again after").select_option("6 months")
    return page.get_by_role("button", name="Save")


def _check(page: Page, panel: Panel, domain: str) -> Locator:
    return page.get_by_role("button", name="Check now")


def _draft(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Address of your privacy policy").fill("https://example.com/p")
    return page.get_by_role("button", name="Save draft")


def _publication(page: Page, panel: Panel, domain: str) -> Locator:
    return page.get_by_role("button", name="Publish", exact=True)


def _template(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Name of the new template").fill(unique("Template "))
    return page.get_by_role("button", name="Save this banner as a template")


def _application(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("button", name=re.compile("^Apply Template")).first.click()
    dialog = page.get_by_role("dialog", name="Apply the template")
    dialog.get_by_role("group", name="Domains").get_by_role("checkbox").first.check()
    dialog.get_by_role("checkbox", name="Replace existing drafts").check()
    return dialog.get_by_role("button", name="Apply to 1 domain")


def _name(page: Page, panel: Panel, domain: str) -> Locator:
    page.get_by_role("textbox", name="Your name").fill("Ada Slow")
    return page.get_by_role("button", name="Save").first


def _password(page: Page, panel: Panel, domain: str) -> Locator:
    form = page.get_by_role("form", name="Password")
    form.get_by_label("Current password").fill("not the password")
    form.get_by_label("New password").fill("a very long new password")
    return form.get_by_role("button").last


def _mail(page: Page, panel: Panel, domain: str) -> Locator:
    return page.get_by_role("group", name=re.compile("Works")).get_by_role("checkbox").first


DOMAIN = "/v1/domains/{id}"
FORMS: list[tuple[str, Fill, list[str]]] = [
    ("/settings", _settings, ["PATCH /v1/workspace"]),
    ("/members", _invitation, ["POST /v1/invitations"]),
    ("/api-keys", _key, ["POST /v1/api-keys"]),
    ("/domains", _domain, ["POST /v1/domains"]),
    ("/domains/{id}", _domain_settings, [f"PATCH {DOMAIN}", f"PATCH {DOMAIN}/settings"]),
    ("/domains/{id}", _check, [f"POST {DOMAIN}/verify"]),
    ("/domains/{id}/banner", _draft, [f"PUT {DOMAIN}/banner"]),
    ("/domains/{id}/banner", _template, ["POST /v1/banner-templates"]),
    ("/account", _name, ["PATCH /v1/account"]),
    ("/account", _password, ["POST /v1/account/password"]),
    ("/account", _mail, ["PUT /v1/account/mail-preferences"]),
]


@pytest.mark.parametrize(
    ("path", "fill", "expected"), FORMS, ids=lambda value: getattr(value, "__name__", None)
)
def test_a_form_is_sent_once_and_its_button_stays(
    page: Page, live: LiveServer, site: Site, path: str, fill: Fill, expected: list[str]
) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, path.format(id=site.id))
    expect(page.get_by_text("Loading …")).to_have_count(0)
    button = fill(page, site.panel, site.id)
    press_thrice(page, button, [item.format(id=site.id) for item in expected])


def test_the_result_of_a_draft_and_a_template_is_sent_once(
    page: Page, live: LiveServer, site: Site
) -> None:
    path = f"/v1/domains/{site.id}/banner"
    banner = site.panel.get(path).json["banner"]
    body = {"name": unique("Template "), "banner": banner}
    template = site.panel.post("/v1/banner-templates", body, status=201).json["id"]
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, f"/domains/{site.id}/banner")
    press_thrice(
        page, _publication(page, site.panel, site.id), [f"PUT {path}", f"POST {path}/publish"]
    )
    versions = site.panel.get(f"{path}/versions").json
    # The new one moves the others down, below the mouse.
    newest = page.get_by_role("rowheader", name=f"{versions[0]['version']} shown now", exact=True)
    expect(newest).to_be_visible()
    for version in versions[1:2]:
        page.get_by_role("button", name=f"Go back to version {version['version']}").click()
        button = page.get_by_role("dialog").get_by_role("button", name="Use as draft")
        press_thrice(page, button, [f"PUT {path}"])
    button = _application(page, site.panel, site.id)
    applied = [row["id"] for row in site.panel.get("/v1/banner-templates").json]
    assert template in applied
    with_apply = [f"POST /v1/banner-templates/{item}/apply" for item in applied[:1]]
    press_thrice(page, button, with_apply)


def test_mails_that_are_chosen_quickly_are_all_saved(
    page: Page, live: LiveServer, site: Site
) -> None:
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel, "/account")
    mails = page.get_by_role("group", name=re.compile("Works")).get_by_role("checkbox")
    expect(mails.first).to_be_visible()
    chosen = [not mail.is_checked() for mail in mails.all()]
    with held(page) as requests:
        for mail in mails.all():
            mail.dispatch_event("click")
        requests.wait_for_changes(1)
        page.wait_for_timeout(SETTLED_MS)
        requests.release()
        # The first alone, and all others together.
        requests.wait_for_changes(2)
        requests.wait_for_answers()
    assert requests.changes == ["PUT /v1/account/mail-preferences"] * 2
    assert [mail.is_checked() for mail in mails.all()] == chosen
    saved = site.panel.get("/v1/account/mail-preferences").json["workspaces"][0]["mails"]
    assert [mail["enabled"] for mail in saved] == chosen


def test_choosing_a_mail_keeps_what_was_chosen_before(
    page: Page, live: LiveServer, site: Site
) -> None:
    path = "/v1/account/mail-preferences"
    organization = site.panel.organization["id"]
    others = [
        {"id": mail["id"], "enabled": not mail["enabled"]}
        for mail in site.panel.get(path).json["workspaces"][0]["mails"][1:]
    ]
    chosen = {"organizationId": organization, "mails": others}
    site.panel.put(path, {"workspaces": [chosen]}, status=200)
    sign_in(page, origin_of(live, site.panel.organization["slug"]), site.panel, "/account")
    mail = page.get_by_role("group", name=re.compile("Works")).get_by_role("checkbox").first
    with page.expect_response(lambda response: response.request.method == "PUT"):
        mail.uncheck()
    saved = site.panel.get(path).json["workspaces"][0]["mails"]
    assert [{"id": mail["id"], "enabled": mail["enabled"]} for mail in saved[1:]] == others
    assert not saved[0]["enabled"]


def test_dialogs_are_sent_once(page: Page, live: LiveServer, site: Site) -> None:
    panel = site.panel
    key = panel.post("/v1/api-keys", {"name": "Tests"}, status=201).json["id"]
    origin = origin_of(live, panel.organization["slug"])
    sign_in(page, origin, panel, "/api-keys")
    button = _revocation(page, panel, site.id)
    press_thrice(page, button, [f"DELETE /v1/api-keys/{key}"])
    for name in ("Brands", "Shops"):
        group = panel.post("/v1/domain-groups", {"name": name}, status=201).json["id"]
    page.goto(f"{origin}/domains")
    page.get_by_role("button", name="Rename Shops").click()
    dialog = page.get_by_role("dialog", name="Rename the group")
    dialog.get_by_role("textbox", name="Name").fill("Sites")
    press_thrice(
        page, dialog.get_by_role("button", name="Save"), [f"PATCH /v1/domain-groups/{group}"]
    )
    page.get_by_role("button", name="Delete Sites").click()
    button = page.get_by_role("dialog").get_by_role("button", name="Delete the group")
    press_thrice(page, button, [f"DELETE /v1/domain-groups/{group}"])


def test_the_first_steps_are_sent_once(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/start")
    page.get_by_role("textbox", name="Address of the site").fill(f"{unique('slow')}.com")
    press_thrice(page, page.get_by_role("button", name="Continue"), ["POST /v1/domains"])
    button = page.get_by_role("button", name="Publish the banner")
    expect(button).to_be_visible()
    domain = f"/v1/domains/{panel.get('/v1/domains').json['items'][0]['id']}"
    press_thrice(page, button, [f"PUT {domain}/banner", f"POST {domain}/banner/publish"])
    expect(page.get_by_role("region", name="Install tag")).to_be_visible()
    press_thrice(page, page.get_by_role("button", name="Check now"), [f"POST {domain}/verify"])


def test_security_changes_of_the_account_are_sent_once(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    code_field = re.compile("^Code from")
    sign_in(page, origin_of(live, panel.organization["slug"]), panel, "/account")
    form = page.get_by_role("form", name="Backup codes")
    form.get_by_role("textbox", name=code_field).fill("000000")
    button = form.get_by_role("button")
    press_thrice(page, button, ["POST /v1/account/backup-codes"])
    page.get_by_role("button", name="Change the address").click()
    dialog = page.get_by_role("dialog", name="Change the address")
    address = f"{unique('new')}@example.com"
    dialog.get_by_role("textbox", name="New email address").fill(address)
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    dialog.get_by_role("textbox", name=code_field).fill("000000")
    button = dialog.get_by_role("button", name="Send the link")
    press_thrice(page, button, ["POST /v1/account/email"])
    wrong = dialog.get_by_role("textbox", name=code_field)
    expect(wrong).to_have_accessible_description(re.compile("The code is wrong"))
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Replace the authenticator").click()
    dialog = page.get_by_role("dialog", name="Replace the authenticator")
    dialog.get_by_label("Password", exact=True).fill(PASSWORD)
    # The one code that is good now: the last one was taken by setting the authenticator up.
    dialog.get_by_role("textbox", name=code_field).fill(code(panel.person.secret, 1))
    button = dialog.get_by_role("button", name="Continue")
    press_thrice(page, button, ["POST /v1/account/second-factor"])
    secret = dialog.locator("code").first.inner_text()
    dialog.get_by_role("textbox", name=code_field).fill(code(secret, 0))
    button = dialog.get_by_role("button", name="Use this authenticator")
    press_thrice(page, button, ["POST /v1/account/second-factor/confirm"])
    page.get_by_role("button", name="Delete the account").click()
    dialog = page.get_by_role("dialog", name="Delete the account")
    dialog.get_by_label("Password", exact=True).fill("not the password")
    dialog.get_by_role("textbox", name=code_field).fill("000000")
    button = dialog.get_by_role("button", name="Delete permanently")
    press_thrice(page, button, ["POST /v1/account/delete"])
    expect(dialog.get_by_text("The password is wrong.", exact=True)).to_be_visible()


def test_signing_up_is_sent_once_at_each_step(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/forgot")
    page.get_by_role("textbox", name="Email address").fill(f"{unique('slow')}@example.com")
    button = page.get_by_role("button", name="Send the link")
    press_thrice(page, button, ["POST /v1/auth/password-reset/request"])
    page.goto(f"{live.url}/register")
    email = f"{unique('slow')}@example.com"
    page.get_by_role("textbox", name="Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    sent = ["POST /v1/auth/register", "POST /v1/auth/2fa/setup"]
    press_thrice(page, page.get_by_role("button", name="Continue"), sent)
    secret = page.locator("main code").inner_text()
    page.get_by_role("textbox", name="Code from your authenticator").fill(code(secret, 0))
    button = page.get_by_role("button", name="Turn on")
    press_thrice(page, button, ["POST /v1/auth/2fa/setup/confirm"])
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()
    button = page.get_by_role("button", name="Create workspace")
    sent = ["POST /v1/billing/demo", "POST /v1/auth/handoff/exchange"]
    press_thrice(page, button, sent)
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{live.url}/sign-in")
    page.get_by_role("textbox", name="Email address").fill(email)
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button = page.get_by_role("button", name="Continue")
    press_thrice(page, button, ["POST /v1/auth/account-login"])
    page.get_by_role("textbox", name="Code from your authenticator").fill(code(secret, 1))
    button = page.get_by_role("button", name="Sign in")
    press_thrice(page, button, ["POST /v1/auth/2fa/verify"])
    button = page.get_by_role("button", name=re.compile("^Open "))
    press_thrice(page, button, ["POST /v1/account/handoff", "POST /v1/auth/handoff/exchange"])


def test_an_invitation_is_accepted_once(page: Page, live: LiveServer, site: Site) -> None:
    email = f"{unique('charles')}@example.com"
    inviter = inviting(site.panel, live.application)
    inviter.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    page.goto(mailed_link(live, email, "invited"))
    page.get_by_role("textbox", name="Your name").fill("Charles Babbage")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    button = page.get_by_role("button", name="Accept the invitation")
    press_thrice(page, button, ["POST /v1/auth/invite/accept", "POST /v1/auth/2fa/setup"])


def test_no_screen_jumps_while_it_loads(page: Page, live: LiveServer, site: Site) -> None:
    origin = origin_of(live, site.panel.organization["slug"])
    sign_in(page, origin, site.panel, "/settings")
    page.add_init_script(
        """window.__shift = 0;
        new PerformanceObserver((list) => {
          for (const shift of list.getEntries()) {
            if (!shift.hadRecentInput) window.__shift += shift.value;
          }
        }).observe({ type: "layout-shift", buffered: true });"""
    )
    shifts = {}
    paths = ("/", "/start", "/domains", f"/domains/{site.id}", f"/domains/{site.id}/banner")
    others = ("/receipts", "/statistics", "/members", "/api-keys", "/audit", "/settings")
    with slowed(page) as changes:
        for path in (*paths, *others, "/account"):
            page.goto(origin + path)
            expect(page.get_by_role("heading", level=1)).to_be_visible()
            expect(page.get_by_text("Loading …")).to_have_count(0)
            wait_until_quiet(page)
            shifts[path.replace(site.id, ":id")] = round(page.evaluate("window.__shift"), 3)
    assert {path: shift for path, shift in shifts.items() if shift > MAX_SHIFT} == {}
    assert changes == []
