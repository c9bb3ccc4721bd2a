"""One origin for everything: the panels live below /w/{slug}/ of the public site."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect
from sqlalchemy import update

from consent_app.workspaces.models import Membership
from tests.panel.conftest import Look
from tests.panel.test_slow_service import press_thrice
from tests.support.databases import Databases
from tests.support.factories import unique
from tests.support.live_server import LiveServer, start_live_server
from tests.support.panel_signing import fill_code, fill_password
from tests.support.processes import free_port
from tests.support.stripe_server import PRICES, SECRET_KEY, WEBHOOK_SECRET, StripeServer, serving
from tests.support.suspensions import resume, suspend


@pytest.fixture
def stripe() -> Iterator[StripeServer]:
    """The payment provider."""
    with serving() as server:
        yield server


@pytest.fixture
def start(
    project: Path, databases: Databases, tmp_path: Path, stripe: StripeServer
) -> Callable[[], LiveServer]:
    """Starts a service whose workspaces have no origins of their own, and which sells plans.

    Started again it is the same: its address, its database, its keys.
    """
    port = free_port()
    log = project / "var" / "tests" / f"live-one-origin-{port}.log"
    origin = f"http://localhost:{port}"
    url = databases.fresh("sqlite")
    prices = ",".join(f"{plan}:{price}" for plan, price in PRICES.items())
    return lambda: start_live_server(
        project,
        url,
        tmp_path / "var",
        log,
        port=port,
        CONSENT_WORKSPACE_ORIGIN=origin,
        CONSENT_STRIPE_API_BASE=stripe.url,
        CONSENT_STRIPE_SECRET_KEY=SECRET_KEY,
        CONSENT_STRIPE_WEBHOOK_SECRET=WEBHOOK_SECRET,
        CONSENT_STRIPE_PRICES=prices,
    )


@pytest.fixture
def servers(start: Callable[[], LiveServer]) -> Iterator[list[LiveServer]]:
    """The service, and those that a test starts in its place. All end with the test."""
    started = [start()]
    yield started
    for server in started:
        server.stop()


def give_role(server: LiveServer, role: str) -> None:
    with server.application.database.transaction() as session:
        session.execute(update(Membership).values(role=role))


def test_a_panel_shares_the_public_origin(
    page: Page,
    servers: list[LiveServer],
    start: Callable[[], LiveServer],
    stripe: StripeServer,
    look: Look,
) -> None:
    origin = servers[0].url
    page.goto(f"{origin}/register")
    fill_password(page, f"{unique('ada')}@example.com")
    expect(page.get_by_role("heading", name="Set up your authenticator")).to_be_visible()
    fill_code(page, page.locator("code").inner_text(), button="Turn on")
    page.get_by_role("checkbox", name="I have saved these codes").check()
    page.get_by_role("button", name="Continue").click()
    page.get_by_role("textbox", name="Name of the workspace").fill("One Origin Works")
    page.get_by_role("button", name="Create workspace").click()
    page.wait_for_url(f"{origin}/w/*/")
    page.get_by_role("link", name="Receipts", exact=True).click()
    expect(page.get_by_text("No decisions yet")).to_be_visible()
    assert page.url.endswith("/receipts")
    page.reload()
    expect(page.get_by_text("No decisions yet")).to_be_visible()
    page.get_by_role("link", name="Settings", exact=True).click()
    name = page.get_by_role("textbox", name="Name of the workspace")
    name.fill("One Origin")
    servers[0].stop()
    page.get_by_role("button", name="Save").click()
    away = page.get_by_role("alert").filter(has_text="The service could not be reached")
    expect(away).to_be_visible()
    expect(name).to_have_value("One Origin")
    servers.append(start())
    page.get_by_role("button", name="Save").click()
    expect(page.get_by_text("Saved.", exact=True).first).to_be_attached()
    expect(away).to_have_count(0)
    page.get_by_role("button", name="See the plans").click()
    page.wait_for_url(f"{origin}/plans?workspace=*")
    workspace = page.get_by_role("combobox", name="Workspace")
    expect(workspace).to_have_value(re.compile("^one-origin-works"))
    page.get_by_role("radio", name="Business").check()
    look(page, "plans")
    button = page.get_by_role("button", name="Go on to payment")
    stripe.away = True
    button.click()
    expect(page.get_by_text("The payment provider is not responding.")).to_be_visible()
    stripe.away = False
    press_thrice(page, button, ["POST /v1/billing/checkout"])
    page.wait_for_url(f"{stripe.url}/**")
    page.goto(f"{origin}/workspaces")
    page.get_by_role("button", name="Open One Origin").click()
    page.wait_for_url(f"{origin}/w/*/")
    slug = page.url.removesuffix("/").rpartition("/")[2]
    page.goto(f"{origin}/plans?workspace={slug}")
    suspend(servers[-1].application, slug)
    button.click()
    expect(page.get_by_text("a payment does not resume it")).to_be_visible()
    resume(servers[-1].application, slug)
    give_role(servers[-1], "admin")
    with page.expect_response("**/v1/billing/checkout") as response:
        button.click()
    assert response.value.status == 403
    expect(page.get_by_text("you are no longer its owner")).to_be_visible()
    give_role(servers[-1], "owner")
    page.goto(f"{origin}/w/{slug}/")
    page.get_by_role("button", name="Sign out").click()
    page.wait_for_url(f"{origin}/sign-in")
