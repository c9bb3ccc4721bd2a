"""The shell of the pages and their modules, as the server gives them."""

from __future__ import annotations

import html
import json
import re
from pathlib import Path
from typing import Any

import pytest
from webtest import TestApp

from consent_app import make_app
from tests.support.harness import SECRET_KEYS, make_application, make_settings

BROWSER = {"Accept": "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8"}


def production(database_url: str, folder: Path, **others: str) -> TestApp:
    value = {"workspace_origin": "https://{slug}.consent.example", **others}
    settings = make_settings(
        database_url,
        folder,
        environment="production",
        public_origin="https://consent.example",
        secret_keys=SECRET_KEYS,
        **value,
    )
    app = make_app(make_application(settings))
    return TestApp(app, extra_environ={"HTTP_HOST": "consent.example"})


def panel_data(text: str) -> dict[str, Any]:
    match = re.search(r'data-panel="([^"]*)"', text)
    assert match is not None
    read: dict[str, Any] = json.loads(html.unescape(match[1]))
    return read


def test_a_page_has_strict_security_headers(app: TestApp) -> None:
    response = app.get("/sign-in", status=200)
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "require-trusted-types-for 'script'; trusted-types renewal" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["Cache-Control"] == "no-store"
    assert "Set-Cookie" not in response.headers
    head = re.sub(r'data-panel="[^"]*"', "", response.text.split("<body")[0])
    assert not re.search(r"<style|style=|<script>|onclick|https?://", head)
    app.post("/sign-in", status=405)


def test_modules_are_cached_permanently_by_digest(app: TestApp) -> None:
    text = app.get("/sign-in", status=200).text
    addresses = re.findall(r'(?:href|src)="(/panel/[^"]+)"', text)
    assert len(addresses) > 6
    for address in addresses:
        response = app.get(address, status=200, headers={"Accept-Encoding": "gzip"})
        assert response.headers["Cache-Control"] == "public, max-age=31536000, immutable"
        assert "Accept-Encoding" in response.headers["Vary"]
        assert response.content_type in ("text/javascript", "text/css")
    former_address = re.sub(r"/panel/\w+/", "/panel/0123456789abcdef/", addresses[0])
    assert app.get(former_address, status=200).headers["Cache-Control"] == "no-store"
    app.get("/panel/0123456789abcdef/lib/../views.py", status=404)
    app.get("/panel/0123456789abcdef/vendor.d.ts", status=404)


def test_a_workspace_has_its_panel_on_its_own_origin(database_url: str, tmp_path: Path) -> None:
    app = production(database_url, tmp_path)
    workspace_host = {"HTTP_HOST": "acme.consent.example"}
    panel = panel_data(app.get("/", extra_environ=workspace_host, status=200).text)
    assert (panel["kind"], panel["slug"], panel["base"]) == ("workspace", "acme", "")
    public = panel_data(app.get("/", status=200).text)
    assert (public["kind"], public["slug"]) == ("public", None)
    assert public["mailbox"] is None
    # What belongs to the other site is not there.
    app.get("/register", extra_environ=workspace_host, status=404)
    app.get("/handoff", extra_environ=workspace_host, status=200)


def test_on_one_origin_it_lives_below_a_path(database_url: str, tmp_path: Path) -> None:
    app = production(database_url, tmp_path, workspace_origin="https://consent.example")
    panel = panel_data(app.get("/w/acme/", status=200).text)
    assert (panel["kind"], panel["slug"], panel["base"]) == ("workspace", "acme", "/w/acme")
    assert panel["workspaceOrigin"] == "https://consent.example/w/{slug}"
    assert panel_data(app.get("/register", status=200).text)["kind"] == "public"
    app.get("/w/acme/register", status=404)


@pytest.mark.parametrize("path", ["/no-such-page", "/w/acme/x", "/domains/1/2/3", "/receipts/%ff"])
def test_browsers_get_a_page_for_an_unknown_path(app: TestApp, path: str) -> None:
    page = app.get(path, headers=BROWSER, status=404)
    assert page.content_type == "text/html"
    assert "Page not found" in page.text
    assert "default-src 'none'" in page.headers["Content-Security-Policy"]
    german = app.get(path, headers={**BROWSER, "Accept-Language": "de"}, status=404)
    assert "Seite nicht gefunden" in german.text
    for accept in ("application/json", "*/*", ""):
        response = app.get(path, headers={"Accept": accept}, status=404)
        assert response.json["code"] == "not_found"
    assert app.get("/v1/no-such", headers=BROWSER, status=404).json["code"] == "not_found"


def test_help_is_where_the_server_has_its_guides(
    app: TestApp, database_url: str, tmp_path: Path
) -> None:
    guides = panel_data(app.get("/sign-in").text)["guides"]
    assert guides.endswith("/docs/guides/")
    guide = app.get("/docs/guides/troubleshooting", status=200).text
    assert 'id="the-banner"' in guide
    app = production(database_url, tmp_path, reference_pages="off")
    assert panel_data(app.get("/sign-in").text)["guides"] is None


def test_a_client_can_turn_it_off(database_url: str, tmp_path: Path) -> None:
    app = production(database_url, tmp_path, panel_pages="off")
    for path in ("/", "/sign-in", "/register", "/invite", "/handoff"):
        app.get(path, status=404)
