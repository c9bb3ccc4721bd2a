"""The pages for people: there in development, and not in production."""

from __future__ import annotations

from email.message import EmailMessage
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app import make_app
from consent_app.application import Application
from consent_app.cli.preparation import seed_demo
from consent_app.web import DEVELOPMENT_ROUTES
from tests.support.harness import SECRET_KEYS, Harness, make_application, make_settings

PAGES = ("/", "/demo/", "/mailbox/")


@pytest.mark.parametrize("path", PAGES)
def test_each_page_may_load_only_its_own_files(app: TestApp, path: str) -> None:
    response = app.get(path, status=200)
    assert response.content_type == "text/html"
    policy = response.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert "frame-ancestors 'none'" in policy
    assert response.headers["Cache-Control"] == "no-store"


def test_production_has_none_of_them(database_url: str, tmp_path: Path) -> None:
    settings = make_settings(
        database_url,
        tmp_path,
        environment="production",
        public_origin="https://consent.example",
        workspace_origin="https://{slug}.consent.example",
        secret_keys=SECRET_KEYS,
        # Its first page is at "/" too.
        panel_pages="off",
    )
    app = TestApp(make_app(make_application(settings)))
    for _, pattern in DEVELOPMENT_ROUTES:
        assert app.get(pattern.replace("{name}", "pages.css"), status=404).json["code"]


@pytest.mark.parametrize(
    ("host", "target"),
    [
        ("127.0.0.1:6543", "http://localhost:6543/demo/?a=1"),
        ("127.0.0.1", "http://localhost/demo/?a=1"),
        ("[::1]:6543", "http://localhost:6543/demo/?a=1"),
    ],
)
def test_the_demo_redirects_to_localhost(app: TestApp, host: str, target: str) -> None:
    answer = app.get("/demo/?a=1", headers={"Host": host}, status=302)
    assert answer.location == target


def test_the_demo_elsewhere_says_why_its_banner_stays_away(
    application: Application, app: TestApp
) -> None:
    seed_demo(application)
    answer = app.get("/demo/", headers={"Host": "192.168.1.20:6543"}, status=200)
    notice = answer.html.select_one("aside.notice")
    assert notice is not None
    assert "belongs to the hostname “localhost”" in notice.text


def test_a_mail_is_always_shown_as_text(app: TestApp, harness: Harness) -> None:
    message = EmailMessage()
    message["From"] = "Consent <consent@localhost>"
    message["To"] = "ada@example.com"
    message["Subject"] = "<script>alert(1)</script> & more"
    message.set_content(
        '<b>Hello</b>\n\nhttps://consent.example/confirm#token=a&b="c\n(see https://a.example/x).\n'
    )
    folder = harness.application.settings.var_dir / "mail"
    folder.mkdir(parents=True, exist_ok=True)
    (folder / "shown-as-text.eml").write_bytes(bytes(message))
    listed = app.get("/mailbox/", status=200).text
    assert "/mailbox/shown-as-text.eml" in listed
    page = app.get("/mailbox/shown-as-text.eml", status=200).text
    for text in (listed, page):
        assert "<script>alert" not in text
        assert "&lt;script&gt;alert(1)&lt;/script&gt; &amp; more" in text
    assert "&lt;b&gt;Hello&lt;/b&gt;" in page
    address = "https://consent.example/confirm#token=a&amp;b="
    assert f'<a href="{address}">{address}</a>&quot;c' in page
    assert '<a href="https://a.example/x">https://a.example/x</a>).' in page


def test_the_reference_is_in_production_unless_it_is_switched_off(
    database_url: str, tmp_path: Path
) -> None:
    for value, status in (("on", 200), ("off", 404)):
        settings = make_settings(
            database_url,
            tmp_path,
            environment="production",
            public_origin="https://consent.example",
            workspace_origin="https://{slug}.consent.example",
            secret_keys=SECRET_KEYS,
            reference_pages=value,
        )
        app = TestApp(make_app(make_application(settings)))
        response = app.get("/docs/", status=status)
        assert "unsafe" not in response.headers["Content-Security-Policy"]
        assert app.get("/docs", status="*").status_code == (302 if status == 200 else 404)
        assert ("/docs/api/domains" in response.text) is (status == 200)
        app.get("/docs/guides/receipts", status=status)
