"""The pages that emails link to, as the server answers them without a browser."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.unsubscription.models import Suppression
from tests.support.harness import SECRET_KEYS, Harness, make_application, make_settings
from tests.support.http_servers import EndlessBody
from tests.support.linked_pages import PAGES


def production(database_url: str, folder: Path, **others: str) -> TestApp:
    settings = make_settings(
        database_url,
        folder,
        environment="production",
        public_origin="https://consent.example",
        workspace_origin="https://{slug}.consent.example",
        secret_keys=SECRET_KEYS,
        **others,
    )
    return TestApp(make_app(make_application(settings)))


def test_production_has_them_strictly_kept(database_url: str, tmp_path: Path) -> None:
    app = production(database_url, tmp_path)
    for path in PAGES:
        response = app.get(path, expect_errors=True)
        assert response.status_int == (400 if "?" in path else 200)
        assert response.content_type == "text/html"
        policy = response.headers["Content-Security-Policy"]
        assert "default-src 'none'" in policy
        assert "form-action 'self'" in policy
        assert "unsafe" not in policy
        assert response.headers["Cache-Control"] == "no-store"
        assert response.headers["Referrer-Policy"] == "no-referrer"
        assert "Set-Cookie" not in response.headers
        assert not re.search(r"<style|style=|<script>|onclick", response.text)
        assert app.head(path, expect_errors=True).status_int == response.status_int
        for asset in re.findall(r'(?:href|src)="(/pages/[^"]+)"', response.text):
            assert app.get(asset, status=200).headers["Cache-Control"] == "public, max-age=300"


@pytest.mark.parametrize(
    ("path", "target"),
    [
        ("/reset", "/sign-in"),
        ("/confirm", "/workspaces"),
        ("/checkout/done", "/workspaces"),
        ("/checkout/cancelled", "/plans"),
    ],
)
def test_their_last_words_lead_on_to_the_panel_if_it_is_there(
    database_url: str, tmp_path: Path, path: str, target: str
) -> None:
    page = production(database_url, tmp_path).get(path, status=200)
    [link] = page.html.main.find_all("a", href=True)
    assert link["href"] == target
    page.click(href=target).mustcontain("data-panel")
    without = production(database_url, tmp_path, panel_pages="off").get(path, status=200)
    assert without.html.main.find_all("a", href=True) == []


def test_a_client_can_turn_them_off(database_url: str, tmp_path: Path) -> None:
    app = production(
        database_url, tmp_path, account_pages="off", reference_pages="off", panel_pages="off"
    )
    for path in (*PAGES, "/pages/pages.css"):
        app.get(path, status=404)
    app.post("/unsubscribe", {"token": "x"}, status=404)
    app.get("/v1/unsubscribe/status?token=x", status=400)


def test_a_button_without_a_script_unsubscribes(
    app: TestApp, application: Application, email: str, token: str
) -> None:
    for _ in range(2):
        response = app.get(f"/unsubscribe?token={token}", status=200)
        assert "<script" not in response.text
        assert email.replace("&", "&amp;") in response.text
        assert len(response.html.find_all("button")) == 1
    assert app.get(f"/v1/unsubscribe/status?token={token}").json["alreadyUnsubscribed"] is False
    answer_page = response.form.submit(status=200)
    assert "You are unsubscribed" in answer_page.text
    assert email.replace("&", "&amp;") in answer_page.text
    assert "under “Emails”" in answer_page.text
    assert answer_page.html.main.find("a")["href"] == "/sign-in"
    assert answer_page.html.find_all("button") == []
    second_page = response.form.submit(status=200)
    assert "already" in second_page.html.h1.text
    assert "already" in app.get(f"/unsubscribe?token={token}", status=200).html.h1.text
    with application.database.session(read_only=True) as session:
        newest = session.scalars(select(Suppression).order_by(Suppression.id.desc())).first()
    assert newest is not None
    assert newest.source == "confirm"


def test_the_media_type_of_the_form_has_no_case(app: TestApp, token: str) -> None:
    """RFC 9110, section 8.3.1."""
    response = app.post(
        "/unsubscribe",
        f"token={token}",
        headers={"Content-Type": "Application/X-WWW-Form-URLEncoded; Charset=UTF-8"},
        status=200,
    )
    assert "You are unsubscribed" in response.text


NESTED = b"--x\r\n" + 1000 * (b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n")
"""A form of forms of forms."""


@pytest.mark.parametrize(
    ("body", "content_type"),
    [
        (b"", None),
        (b"token=x", "application/x-www-form-urlencoded"),
        (b"token=%ff", "application/x-www-form-urlencoded"),
        (b"token=x&token=y", "application/x-www-form-urlencoded"),
        (b"{}", "application/json"),
        (b"--x\r\nnonsense", "multipart/form-data; boundary=x"),
        (
            b'--x\r\nContent-Disposition: form-data; name="token"; filename="f"\r\n\r\nx\r\n--x--',
            "multipart/form-data; boundary=x",
        ),
        (b"nonsense", "multipart/form-data"),
        (NESTED, "multipart/form-data; boundary=x"),
        (b"token=x", "application/x-www-form-urlencoded; charset=utf-16"),
        ("token=é".encode(), "application/x-www-form-urlencoded"),
        (b"&" * 1000, "application/x-www-form-urlencoded"),
        (b"token=" + b"x" * 100_000, "application/x-www-form-urlencoded"),
    ],
)
def test_other_input_is_refused_with_an_explanation(
    app: TestApp, body: bytes, content_type: str | None
) -> None:
    request = app.RequestClass.blank("/unsubscribe", method="POST", body=body)
    if content_type is not None:
        request.headers["Content-Type"] = content_type
    response = app.do_request(request, status=400)
    assert "This link does not work" in response.text
    app.get("/unsubscribe", status=400)
    app.get("/unsubscribe?token=%ff", status=400)


def test_no_more_of_a_chunked_form_is_read_than_a_form_has(app: TestApp) -> None:
    """As under granian: without a length, and without an end."""
    body = EndlessBody()
    environ = {"wsgi.input": body, "wsgi.input_terminated": True}
    request = app.RequestClass.blank("/unsubscribe", method="POST", environ=environ)
    request.headers["Content-Type"] = "application/x-www-form-urlencoded"
    assert "This link does not work" in app.do_request(request, status=400).text
    assert body.read_bytes == 64 * 1024 + 1


def test_a_network_over_its_limit_is_refused(harness: Harness, app: TestApp) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    limits.add("unsubscribing", 1, 3600)
    try:
        responses = [
            app.post("/unsubscribe", {"token": "x"}, expect_errors=True) for _ in range(11)
        ]
    finally:
        limits.add("unsubscribing", 600, 60)
    assert [response.status_int for response in responses] == [400] * 10 + [429]
    assert responses[-1].content_type == "text/html"
    assert "Retry-After" in responses[-1].headers
