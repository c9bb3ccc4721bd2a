"""Signing in at a real provider (npm's oidc-provider) in a browser, from the public site's origin.

The site, the provider and this service are three origins, as in production.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlsplit

import httpx
import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.support.databases import Databases
from tests.support.factories import bearer, unique
from tests.support.live_server import LiveServer, start_live_server
from tests.support.node_provider import MissingPackagesError, NodeProvider
from tests.support.processes import free_port
from tests.support.shop import Page as ShopPage
from tests.support.shop import Shop

ALGORITHMS = ("RS256", "PS256", "ES256", "EdDSA")


@dataclass
class SitePage(ShopPage):
    """A page that is served unchanged."""

    def html(self) -> str:
        return self.body


@dataclass
class Origins:
    """The three origins of a sign-in. ``site`` is the address of the public site's page."""

    site: str
    provider: NodeProvider
    service: LiveServer


@pytest.fixture(scope="module")
def origins(
    project: Path, databases: Databases, shop: Shop, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[Origins]:
    text = (project / "tests" / "oidc" / "site.html").read_text(encoding="utf-8")
    site = shop.put("localhost", "/sign-in", SitePage(body=text))
    folder = tmp_path_factory.mktemp("oidc")
    try:
        provider = NodeProvider(project, free_port(), folder / "provider.log", site)
    except MissingPackagesError as error:
        pytest.skip(str(error))
    clients = [f"site-{algorithm}" for algorithm in ALGORITHMS]
    service = start_live_server(
        project,
        databases.fresh("sqlite"),
        folder / "var",
        project / "var" / "tests" / "live-identity.log",
        CONSENT_PUBLIC_ORIGIN=f"http://{urlsplit(site).netloc}",
        CONSENT_IDENTITY_PROVIDERS=json.dumps([{"issuer": provider.url, "client_ids": clients}]),
    )
    yield Origins(site, provider, service)
    service.stop()
    provider.stop()


@pytest.fixture
def tab(context: BrowserContext) -> Page:
    """A tab. What the provider's own pages complain of is no matter of this service."""
    return context.new_page()


def sign_in(tab: Page, origins: Origins, name: str, client: str, **body: Any) -> tuple[str, Any]:
    """Go through the provider as ``name``; return the state that the site shows and the answer."""
    settings = {
        "provider": origins.provider.url,
        "client": client,
        "service": origins.service.url,
        "body": body,
    }
    tab.goto(f"{origins.site}?settings={quote(json.dumps(settings))}")
    tab.wait_for_url(f"{origins.provider.url}/interaction/*")
    tab.locator("input[name=login]").fill(name)
    tab.locator("input[name=password]").fill("any")
    tab.locator("button[type=submit]").click()
    tab.wait_for_url(f"{origins.provider.url}/interaction/*")
    tab.locator("button[type=submit]", has_text="Continue").click()
    tab.wait_for_url(f"{origins.site}?code=*")
    state = tab.locator("#state")
    expect(state).not_to_have_text("…")
    return state.inner_text(), json.loads(tab.locator("#answer").inner_text())


@pytest.mark.parametrize("algorithm", ALGORITHMS)
def test_signing_up_at_a_provider(tab: Page, origins: Origins, algorithm: str) -> None:
    name = unique("ann")
    state, answer = sign_in(tab, origins, name, f"site-{algorithm}", allowSignup=True)
    assert state == "status 200"
    assert answer["user"]["email"] == f"{name}@example.com"
    account = httpx.get(
        f"{origins.service.url}/v1/account",
        headers=bearer(answer["accountToken"]),
        trust_env=False,
    ).raise_for_status()
    assert account.json()["name"] == name
    assert account.json()["workspaces"] == []


def test_unknown_people_and_unverified_addresses_are_refused(
    context: BrowserContext, origins: Origins
) -> None:
    state, answer = sign_in(context.new_page(), origins, unique("bea"), "site-RS256")
    assert (state, answer["code"]) == ("status 404", "account_not_found")
    context.clear_cookies()
    name = unique("unverified")
    state, answer = sign_in(context.new_page(), origins, name, "site-RS256", allowSignup=True)
    assert (state, answer["code"]) == ("status 403", "email_not_verified")


def test_a_person_signs_in_a_second_time(context: BrowserContext, origins: Origins) -> None:
    name = unique("cleo")
    _, first = sign_in(context.new_page(), origins, name, "site-ES256", allowSignup=True)
    context.clear_cookies()
    state, second = sign_in(context.new_page(), origins, name, "site-ES256")
    assert state == "status 200"
    assert second["user"] == first["user"]
    assert second["accountToken"] != first["accountToken"]
