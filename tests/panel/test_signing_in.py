"""Registering, signing in, second factors, hand-off: from pages found by their words."""

from __future__ import annotations

import re

from playwright.sync_api import Page, Route, expect

from tests.browser.conftest import new_panel
from tests.browser.test_account_pages import mailed_link
from tests.panel.conftest import Look, origin_of
from tests.support.factories import PASSWORD, Panel, unique
from tests.support.live_server import LiveServer
from tests.support.members import inviting
from tests.support.panel_signing import fill_code, fill_password, keep


def test_from_registration_to_a_workspace_and_back(
    page: Page, live: LiveServer, look: Look
) -> None:
    email = f"{unique('ada')}@example.com"
    page.goto(f"{live.url}/register")
    look(page, "register")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert").filter(has_text="Something needs a change")).to_be_visible()
    # The first field says its own error, because it gets the focus.
    address = page.get_by_role("textbox", name="Email address")
    expect(address).to_be_focused()
    expect(address).to_have_accessible_description("Email address is required.")
    expect(page.get_by_role("status").filter(has_text="Password is required.")).to_be_attached()
    page.get_by_role("textbox", name="Your name").fill("Ada Lovelace")
    page.get_by_role("textbox", name="Organization").fill("Analytical Engines")
    # Errors appear at their fields, and nothing typed is lost.
    fill_password(page, email, "password1")
    password = page.get_by_label("Password", exact=True)
    expect(password).to_be_focused()
    expect(password).to_have_attribute("aria-invalid", "true")
    expect(page.get_by_role("textbox", name="Your name")).to_have_value("Ada Lovelace")
    look(page, "register-refused")
    fill_password(page, email)

    expect(page.get_by_role("heading", name="Set up your authenticator")).to_be_focused()
    expect(page.get_by_text("You have ten minutes for this step")).to_be_visible()
    look(page, "authenticator")
    secret = page.locator("code").inner_text()
    fill_code(page, secret, button="Turn on")
    expect(page.get_by_role("heading", name="Save your backup codes")).to_be_focused()
    codes = page.get_by_role("list", name="Backup codes").get_by_role("listitem")
    expect(codes).to_have_count(10)
    backup = codes.first.inner_text()
    look(page, "backup-codes")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("alert").filter(has_text="Save the codes first")).to_be_visible()
    box = page.get_by_role("checkbox", name="I have saved these codes")
    expect(box).to_have_accessible_description("Save the codes first, then tick the box.")
    with page.expect_download() as download:
        page.get_by_role("link", name="Download").click()
    assert backup in download.value.path().read_text()
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()

    expect(page.get_by_role("heading", name="Create your workspace")).to_be_visible()
    look(page, "create-workspace")
    # A reload asks for no password again.
    page.reload()
    page.get_by_role("button", name="Create workspace").click()
    page.wait_for_url(f"http://*.localhost:{live.port}/**")
    expect(page.get_by_text("Analytical Engines").first).to_be_visible()
    assert "code=" not in page.url
    slug = page.url.removeprefix("http://").partition(".")[0]
    page.reload()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()

    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{live.url}/sign-in")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.goto(f"{origin_of(live, slug)}/")
    expect(page.get_by_role("heading", name=f"Sign in to {slug}")).to_be_visible()
    fill_password(page, email)
    expect(page.get_by_role("textbox", name="Code from your authenticator")).to_be_focused()
    page.get_by_role("button", name="Use a backup code instead").click()
    look(page, "backup-code")
    expect(page.get_by_text("Ask the operator of this server to reset")).to_be_visible()
    page.get_by_role("textbox", name="Backup code").fill("not-a-code")
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_text("Try another one: each works once.").first).to_be_visible()
    page.get_by_role("textbox", name="Backup code").fill(backup.lower())
    page.get_by_role("button", name="Sign in").click()
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert page.context.cookies() == []


def test_an_account_opens_its_workspaces(page: Page, live: LiveServer, look: Look) -> None:
    panel = new_panel(live)
    page.goto(f"{live.url}/sign-in")
    look(page, "sign-in")
    fill_password(page, panel.person.email, "not the password")
    refused = page.get_by_role("alert").filter(has_text="address or password is wrong")
    expect(refused).to_be_visible()
    look(page, "sign-in-refused")
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Continue").click()
    look(page, "code")
    fill_code(page, panel.person.secret, ahead=1)
    expect(page.get_by_role("heading", name="Your workspaces")).to_be_visible()
    look(page, "workspaces")
    page.get_by_role("link", name="Plans, and another workspace").click()
    expect(page.get_by_text("This server sells no plans.")).to_be_visible()
    look(page, "plans-not-sold")
    page.get_by_role("link", name="Your workspaces").click()
    page.get_by_role("button", name=f"Open {panel.organization['name']}").click()
    page.wait_for_url(f"{origin_of(live, panel.organization['slug'])}/")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    # A code works once: the page that redeems it says so, and what to do.
    page.goto(f"{live.url}/handoff#code=nothing")
    expect(page.get_by_role("alert").filter(has_text="Sign in again")).to_be_visible()
    expect(page.get_by_role("link", name="Sign in")).to_be_visible()
    look(page, "handoff-refused")


def test_a_wrong_code_is_refused_at_its_field_and_five_end_the_step(
    page: Page, live: LiveServer, look: Look
) -> None:
    panel = new_panel(live)
    page.goto(f"{live.url}/sign-in")
    registering = page.get_by_role("link", name="Create an account")
    expect(registering).to_be_visible()
    fill_password(page, panel.person.email)
    code = page.get_by_role("textbox", name="Code from your authenticator")
    expect(code).to_be_visible()
    # Who has given a password has an account.
    expect(registering).to_have_count(0)
    for attempt in range(5):
        code.fill(f"00000{attempt}")
        with page.expect_response("**/v1/auth/2fa/verify"):
            page.get_by_role("button", name="Sign in").click()
        expect(code).to_be_focused()
        expect(code).to_have_attribute("aria-invalid", "true")
    look(page, "wrong-code")
    page.get_by_role("button", name="Sign in").click()
    ended = page.get_by_role("alert").filter(has_text="This step has ended")
    expect(ended).to_contain_text("ten minutes or five wrong codes")
    page.get_by_role("button", name="Start again").click()
    fill_password(page, panel.person.email)
    expect(code).to_be_visible()


def test_setting_up_an_authenticator_can_be_started_again(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/register")
    email = f"{unique('ada')}@example.com"
    fill_password(page, email)
    fill_code(page, "A" * 32, button="Turn on")
    code = page.get_by_role("textbox", name="Code from your authenticator")
    expect(code).to_have_attribute("aria-invalid", "true")
    page.get_by_role("button", name="Start again").click()
    fill_password(page, email)
    expect(page.get_by_role("heading", name="Set up your authenticator")).to_be_visible()


def test_saved_codes_are_not_asked_about_even_before_the_next_frame(
    page: Page, live: LiveServer
) -> None:
    page.goto(f"{live.url}/register")
    fill_password(page, f"{unique('ada')}@example.com")
    fill_code(page, page.locator("code").inner_text(), button="Turn on")
    expect(page.get_by_role("heading", name="Save your backup codes")).to_be_focused()
    page.evaluate(
        """async () => {
            window.requestAnimationFrame = () => 0;
            document.querySelector("main input[type=checkbox]").click();
            await new Promise((resolve) => setTimeout(resolve));
            document.querySelector("main button.primary").click();
        }"""
    )
    # Playwright answers a question with no, and the page would stay.
    expect(page.get_by_role("heading", name="Create your workspace")).to_be_visible()


def test_a_workspace_opens_in_the_language_that_was_chosen_before(
    page: Page, live: LiveServer
) -> None:
    panel = new_panel(live)
    page.goto(f"{live.url}/sign-in")
    keep(page, "account", {"accessToken": panel.person.account_token, "refreshToken": ""})
    page.goto(f"{live.url}/workspaces")
    page.get_by_role("button", name="Deutsch").click()
    page.get_by_role("button", name=f"{panel.organization['name']} öffnen").click()
    page.wait_for_url(f"{origin_of(live, panel.organization['slug'])}/")
    expect(page.get_by_role("heading", level=1)).to_have_text("Überblick")
    page.reload()
    expect(page.get_by_role("heading", level=1)).to_have_text("Überblick")


def test_a_link_asks_before_it_signs_in_as_another_account(
    page: Page, live: LiveServer, look: Look
) -> None:
    ada, mallory = new_panel(live), new_panel(live)

    def follow(panel: Panel) -> None:
        code = panel.post("/v1/auth/account-handoff", {}).json["code"]
        # From another page, as a link would: changing only the fragment would load nothing.
        page.goto("about:blank")
        page.goto(f"{live.url}/handoff#code={code}")

    # If nobody is signed in, a link from elsewhere asks first too; declining ends its session.
    follow(mallory)
    stranger = page.get_by_role("heading", name=f"Continue as {mallory.person.email}?")
    expect(stranger).to_be_focused()
    look(page, "handoff-stranger")
    page.get_by_role("button", name="This is not me").click()
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    page.goto(f"{live.url}/account")
    expect(page.get_by_role("heading", name="Sign in")).to_be_visible()
    follow(ada)
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_text(ada.person.email).first).to_be_visible()
    follow(mallory)
    expect(page.get_by_role("heading", name="Continue with another account?")).to_be_focused()
    look(page, "handoff-question")
    page.get_by_role("button", name="Stay signed in").click()
    expect(page.get_by_text(ada.person.email).first).to_be_visible()
    follow(ada)
    expect(page.get_by_text(ada.person.email).first).to_be_visible()
    follow(mallory)
    page.get_by_role("button", name="Switch accounts").click()
    expect(page.get_by_text(mallory.person.email).first).to_be_visible()


def test_a_link_leads_to_no_other_site(page: Page, live: LiveServer) -> None:
    page.route("**/elsewhere.example/**", lambda route: route.fulfill(body="Elsewhere"))
    # Browsers leave tabs and line feeds out of an address, so each of these names another host.
    for to in ("//elsewhere.example/", "/%5Celsewhere.example/", "/%09/elsewhere.example/"):
        code = new_panel(live).post("/v1/auth/account-handoff", {}).json["code"]
        page.goto("about:blank")
        page.goto(f"{live.url}/handoff#code={code}&language=de&to={to}")
        page.get_by_role("button", name=re.compile("Continue|Switch accounts|wechseln")).click()
        page.wait_for_url(f"{live.url}/account")
        page.evaluate("localStorage.clear()")


def test_a_link_from_another_site_does_not_sign_out(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    code = panel.post("/v1/auth/account-handoff", {}).json["code"]
    page.goto(f"{live.url}/handoff#code={code}")
    page.get_by_role("button", name="Continue").click()
    expect(page.get_by_role("heading", name="Account", exact=True)).to_be_visible()
    page.goto("about:blank")
    page.goto(f"{live.url}/sign-in#signed-out")
    expect(page.get_by_role("heading", name="Your workspaces")).to_be_visible()
    assert "#" not in page.url


def test_signing_out_of_a_workspace_needs_no_redirect(page: Page, live: LiveServer) -> None:
    panel = new_panel(live)
    code = panel.post("/v1/auth/account-handoff", {}).json["code"]
    page.goto(f"{live.url}/handoff#code={code}")
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("link", name="Workspaces", exact=True).click()
    page.get_by_role("button", name=f"Open {panel.organization['name']}").click()
    origin = origin_of(live, panel.organization["slug"])
    page.wait_for_url(f"{origin}/")
    expect(page.get_by_role("heading", name="Overview")).to_be_visible()
    addresses: list[str] = []
    headings: list[str] = []
    page.on("framenavigated", lambda frame: addresses.append(frame.url))
    page.expose_function("tell", lambda text: headings.append(text))
    page.evaluate(
        """new MutationObserver(() => tell(document.querySelector("h1")?.textContent ?? ""))
          .observe(document, { childList: true, subtree: true, characterData: true })"""
    )
    # The answer takes a while, in which nothing else is shown.

    def slowly(route: Route) -> None:
        page.wait_for_timeout(500)
        route.continue_()

    page.route("**/v1/auth/logout", slowly)
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{live.url}/sign-in")
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()
    assert not [address for address in addresses if address.startswith(origin)]
    assert set(headings) <= {"Overview"}
    # What it was opened from has ended too.
    page.goto(f"{live.url}/account")
    expect(page.get_by_role("heading", name="Sign in", exact=True)).to_be_visible()


def test_joining_a_workspace_by_invitation(page: Page, live: LiveServer, look: Look) -> None:
    panel = new_panel(live)
    email = f"{unique('charles')}@example.com"
    inviter = inviting(panel, live.application)
    inviter.post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    link = mailed_link(live, email, "invited")
    page.goto(link)
    title = f"Join {panel.organization['name']}"
    expect(page.get_by_role("heading", level=1)).to_have_text(title)
    expect(page.get_by_text("Ada Lovelace invites you, as Viewer.")).to_be_visible()
    look(page, "invite")
    page.get_by_role("textbox", name="Your name").fill("Charles Babbage")
    page.get_by_label("Password", exact=True).fill("password1")
    page.get_by_role("button", name="Accept the invitation").click()
    refused = "Password appears in known data breaches, so attackers try it first: choose another."
    expect(page.get_by_text(refused, exact=True)).to_be_visible()
    page.get_by_label("Password", exact=True).fill(PASSWORD)
    page.get_by_role("button", name="Accept the invitation").click()
    expect(page.get_by_role("heading", name="Set up your authenticator")).to_be_visible()
    assert "token" not in page.url
    fill_code(page, page.locator("code").inner_text(), button="Turn on")
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()
    page.wait_for_url(f"{origin_of(live, panel.organization['slug'])}/")
    expect(page.get_by_role("button", name="Sign out")).to_be_visible()
    assert email in [member["email"] for member in panel.get("/v1/members").json]
    page.goto(link)
    expect(page.get_by_role("heading", level=1)).to_have_text("This invitation is no longer valid")


def test_the_pages_are_in_german(page: Page, live: LiveServer) -> None:
    page.goto(f"{live.url}/sign-in")
    page.get_by_role("button", name="Deutsch").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Anmelden")
    assert page.evaluate("document.documentElement.lang") == "de"
    page.get_by_role("link", name="Konto anlegen").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Konto anlegen")
    expect(page.get_by_role("heading", level=1)).to_be_focused()
