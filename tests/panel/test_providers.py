"""Identity providers on the sign-in pages: a real provider (npm's oidc-provider) in a browser."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect

from tests.browser.conftest import new_panel, watched
from tests.browser.test_account_pages import mailed_link
from tests.panel.conftest import DESK, Look, origin_of
from tests.support.databases import Databases
from tests.support.factories import Panel, unique
from tests.support.live_server import LiveServer, start_live_server
from tests.support.node_provider import MissingPackagesError, NodeProvider
from tests.support.panel_signing import sign_in
from tests.support.processes import free_port


@dataclass
class Servers:
    """The service and the provider that it knows as "Works ID"."""

    live: LiveServer
    provider: NodeProvider


@pytest.fixture(scope="module")
def servers(
    project: Path, databases: Databases, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Servers]:
    folder, port = tmp_path_factory.mktemp("providers"), free_port()
    back = f"http://localhost:{port}/sign-in/provider"
    try:
        provider = NodeProvider(project, free_port(), folder / "provider.log", back)
    except MissingPackagesError as error:
        pytest.skip(str(error))
    row = {"issuer": provider.url, "client_ids": ["site-RS256"], "name": "Works ID"}
    live = start_live_server(
        project,
        databases.fresh("sqlite"),
        folder / "var",
        project / "var" / "tests" / "live-providers.log",
        port=port,
        CONSENT_IDENTITY_PROVIDERS=json.dumps([row]),
    )
    yield Servers(live, provider)
    live.stop()
    provider.stop()


def at_provider(page: Page, servers: Servers, name: str) -> None:
    """Go through the provider's own pages."""
    page.wait_for_url(f"{servers.provider.url}/interaction/*")
    page.get_by_placeholder("Enter any login").fill(name)
    page.get_by_placeholder("and password").fill("any")
    page.get_by_role("button", name="Sign-in").click()
    page.wait_for_url(f"{servers.provider.url}/interaction/*")
    page.get_by_role("button", name="Continue").click()


def leave_for_provider(tab: Page, servers: Servers) -> None:
    """Begin to sign in with the provider, and stay on its page."""
    tab.goto(f"{servers.live.url}/sign-in")
    tab.get_by_role("button", name="Sign in with Works ID").click()
    tab.wait_for_url(f"{servers.provider.url}/interaction/*")


def begun_state(tab: Page, servers: Servers) -> str:
    """Go back from the provider, and return the state of the sign-in that the tab has begun."""
    tab.goto(f"{servers.live.url}/sign-in")
    state: str = tab.evaluate("JSON.parse(sessionStorage.getItem('provider-sign-in')).state")
    return state


@pytest.fixture
def tab(context: BrowserContext, servers: Servers, complaints: list[str]) -> Iterator[Page]:
    """A tab. What the provider's own pages complain of is no matter of this service."""
    yield watched(context.new_page(), complaints)
    assert [complaint for complaint in complaints if servers.provider.url not in complaint] == []


def verified_panel(servers: Servers) -> Panel:
    """Make a workspace whose owner has verified their address."""
    panel = new_panel(servers.live)
    token = mailed_link(servers.live, panel.person.email, "confirm").partition("#token=")[2]
    panel.app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    return panel


def test_an_account_is_made_with_a_provider_and_used_again(
    tab: Page, servers: Servers, look: Look
) -> None:
    name = unique("ann")
    tab.goto(f"{servers.live.url}/sign-in")
    look(tab, "sign-in-providers")
    tab.get_by_role("button", name="Sign in with Works ID").click()
    at_provider(tab, servers, name)
    expect(tab.get_by_role("heading", level=1)).to_have_text("You are not signed in")
    expect(tab.get_by_role("alert").filter(has_text="No account has the address")).to_be_visible()
    assert tab.url == f"{servers.live.url}/sign-in/provider"
    look(tab, "provider-unknown")
    tab.get_by_role("button", name="Create an account with Works ID").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Create your workspace")
    tab.get_by_role("link", name="Account", exact=True).click()
    expect(tab.get_by_role("region", name="Identity providers")).to_contain_text("localhost")
    # Nothing asks for the password and the codes that this account does not have.
    expect(tab.get_by_text("This needs a password")).to_have_count(4)
    expect(tab.get_by_role("button", name="Create new backup codes")).to_have_count(0)
    expect(tab.get_by_role("button", name="Delete the account")).to_have_count(0)
    tab.get_by_role("button", name="Sign out").click()
    tab.wait_for_url(f"{servers.live.url}/sign-in")
    tab.get_by_role("button", name="Sign in with Works ID").click()
    expect(tab.get_by_role("heading", level=1)).to_have_text("Create your workspace")
    cookies = [cookie for cookie in tab.context.cookies() if "interaction" not in cookie["path"]]
    assert {entry["name"].partition(".")[0] for entry in cookies} <= {"_session"}, (
        "the provider's alone"
    )


def test_a_workspace_is_signed_in_to_and_the_page_that_was_asked_for_opens(
    tab: Page, servers: Servers, look: Look
) -> None:
    panel = verified_panel(servers)
    slug = panel.organization["slug"]
    origin = origin_of(servers.live, slug)
    tab.goto(f"{origin}/members")
    expect(tab.get_by_role("heading", level=1)).to_have_text(f"Sign in to {slug}")
    tab.get_by_role("link", name="Sign in with Works ID").click()
    at_provider(tab, servers, panel.person.email.partition("@")[0])
    tab.wait_for_url(f"{origin}/members")
    expect(tab.get_by_role("heading", level=1)).to_have_text("People")
    # Non-members get an explanation.
    other_slug = new_panel(servers.live).organization["slug"]
    tab.goto(f"{origin_of(servers.live, other_slug)}/sign-in")
    tab.get_by_role("link", name="Sign in with Works ID").click()
    refused = tab.get_by_role("alert").filter(has_text=f"is not a member of {other_slug}")
    expect(refused).to_be_visible()
    look(tab, "provider-stranger")


def test_a_providers_refusal_is_explained(tab: Page, servers: Servers, look: Look) -> None:
    leave_for_provider(tab, servers)
    tab.get_by_role("link", name="[ Cancel ]").click()
    expect(tab.get_by_role("alert").filter(has_text="You cancelled")).to_be_visible()
    expect(tab.get_by_role("heading", level=1)).to_have_text("You are not signed in")
    look(tab, "provider-cancelled")
    tab.get_by_role("button", name="Try Works ID again").click()
    at_provider(tab, servers, unique("unverified"))
    # An unverified address signs in nowhere.
    expect(tab.get_by_role("alert").filter(has_text="not verified your email")).to_be_visible()


@pytest.mark.parametrize("error", ["constructor", "account_not_found"])
def test_a_word_of_the_provider_is_no_code_of_this_service(
    tab: Page, servers: Servers, error: str
) -> None:
    leave_for_provider(tab, servers)
    state = begun_state(tab, servers)
    tab.goto(f"{servers.live.url}/sign-in/provider?error={error}&state={state}")
    expect(tab.get_by_role("alert")).to_contain_text(f"refused the sign-in ({error})")
    expect(tab.get_by_role("button", name="Create an account")).to_have_count(0)


def test_a_code_requested_by_another_tab_signs_nobody_in(
    tab: Page, context: BrowserContext, servers: Servers
) -> None:
    leave_for_provider(tab, servers)
    callbacks: list[str] = []

    def keep(route: object) -> None:
        callbacks.append(route.request.url)  # type: ignore[attr-defined]
        route.abort()  # type: ignore[attr-defined]

    victim = context.new_page()
    for address in ("?code=stolen&state=made-up", "#code=stolen&state=made-up", "?error=x&state=y"):
        victim.goto(f"{servers.live.url}/sign-in/provider{address}")
        expect(victim.get_by_role("alert").filter(has_text="in another tab")).to_be_visible()
        assert victim.url == f"{servers.live.url}/sign-in/provider"
        victim.goto("about:blank")
    # Of one provider that says it is another, no code is sent on.
    tab.route("**/v1/auth/identity-provider/code", keep)
    state = begun_state(tab, servers)
    tab.goto(f"{servers.live.url}/sign-in/provider?code=x&state={state}&iss=https://other.example")
    expect(tab.get_by_role("alert").filter(has_text="not started here")).to_be_visible()
    assert callbacks == []


def test_typed_text_stays_while_another_tab_signs_in_again(
    tab: Page, context: BrowserContext, servers: Servers, look: Look
) -> None:
    panel = verified_panel(servers)
    origin = origin_of(servers.live, panel.organization["slug"])
    sign_in(tab, origin, panel, "/settings")
    name = tab.get_by_role("textbox", name="Name of the workspace")
    name.fill("Renamed Works")
    panel.app.post_json("/v1/auth/logout", {"refreshToken": panel.refresh_token}, status=204)
    tab.get_by_role("button", name="Save").click()
    dialog = tab.get_by_role("dialog", name="Your session has ended")
    expect(dialog).to_be_visible()
    look(tab, "session-ended-providers")
    with context.expect_page() as opened:
        dialog.get_by_role("link", name="Sign in with Works ID in another tab").click()
    at_provider(opened.value, servers, panel.person.email.partition("@")[0])
    opened.value.wait_for_url(f"{origin}/settings")
    expect(opened.value.get_by_role("heading", level=1)).to_have_text("Settings")
    opened.value.close()
    tab.bring_to_front()
    tab.evaluate("dispatchEvent(new Event('focus'))")
    expect(dialog).to_be_hidden()
    expect(name).to_have_value("Renamed Works")
    tab.get_by_role("button", name="Save").click()
    expect(tab.get_by_text("Saved.", exact=True).first).to_be_attached()


def test_the_buttons_are_in_german(chromium: Browser, servers: Servers) -> None:
    context = chromium.new_context(viewport=DESK, locale="de-DE")
    page = context.new_page()
    page.goto(f"{servers.live.url}/register")
    expect(page.get_by_role("button", name="Weiter mit Works ID")).to_be_visible()
    page.get_by_role("link", name="Anmelden", exact=True).click()
    page.get_by_role("button", name="Mit Works ID anmelden").click()
    page.wait_for_url(re.compile(re.escape(servers.provider.url)))
    page.get_by_role("link", name="[ Cancel ]").click()
    expect(page.get_by_role("heading", level=1)).to_have_text("Sie sind nicht angemeldet")
    expect(page.get_by_role("alert").filter(has_text="Sie haben abgebrochen")).to_be_visible()
    context.close()
