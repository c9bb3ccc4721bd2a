"""The operator's name, images and links, in pages and emails."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import pytest
from webtest import TestApp

from consent_app import make_app
from consent_app.accounts.service import validate_password
from consent_app.errors import ValidationFailed
from consent_app.mail.message import Letter, Origin, Stamp, compose
from consent_app.mail.templates import MailTemplate
from consent_app.settings import Settings, SettingsError
from consent_app.sign_in.second_factor import authenticator_secret
from tests.support.harness import make_application, make_settings

SVG = (
    b'<svg xmlns="http://www.w3.org/2000/svg" width="8" height="8"><script>alert(1)</script></svg>'
)


def branded(folder: Path, **others: str) -> Settings:
    logo = folder / "logo.svg"
    logo.write_bytes(SVG)
    settings = {
        "product_name": "Cookie & Co",
        "logo_file": str(logo),
        "favicon_file": str(logo),
        "imprint_url": "https://example.com/imprint",
        "privacy_url": "https://example.com/privacy",
        **others,
    }
    return make_settings(f"sqlite:///{folder}/a.sqlite", folder, **settings)


def test_pages_show_the_branding(tmp_path: Path) -> None:
    app = TestApp(make_app(make_application(branded(tmp_path))))
    for path in (
        "/sign-in",
        "/confirm",
        "/reset",
        "/docs/",
        "/docs/api/domains",
        "/docs/guides/mail",
    ):
        text = app.get(path, status=200).text
        assert "Cookie &amp; Co" in text
        assert "https://example.com/imprint" in text
        assert 'href="/pages/favicon"' in text
        assert "/pages/logo" in text
    logo = app.get("/pages/logo", status=200)
    assert logo.content_type == "image/svg+xml"
    assert logo.body == SVG
    # Opened directly, its script does not run.
    assert logo.headers["Content-Security-Policy"].startswith("default-src 'none'")
    assert "sandbox" in logo.headers["Content-Security-Policy"]


def test_without_branding_links_nothing_is_linked(app: TestApp) -> None:
    assert "Imprint" not in app.get("/confirm", status=200).text
    app.get("/pages/logo", status=404)


@pytest.mark.parametrize(("locale", "label"), [("en", "Imprint"), ("de", "Impressum")])
def test_mails_link_to_what_the_law_asks_for(tmp_path: Path, locale: str, label: str) -> None:
    source = "{% block subject %}Hello{% endblock %}{% block paragraph_1 %}Hi{% endblock %}"
    mail = compose(
        MailTemplate("branding_test", source=source),
        Letter("ada@example.com", locale, {}),
        Stamp("one", datetime(2026, 11, 22, tzinfo=UTC)),
        Origin("consent@example.com", "https://consent.example", branded(tmp_path).branding),
    )
    text = mail.content.decode().replace("=\r\n", "")
    assert f"{label}: https://example.com/imprint" in text
    assert 'href=3D"https://example.com/privacy"' in text
    assert "Terms" not in text
    assert "From: Cookie & Co <consent@example.com>" in text
    assert "Cookie &amp; Co</p>" in text
    assert re.search(r"Cookie & Co (at|unter)\s+consent\.example", text)


def test_authenticators_show_the_name(tmp_path: Path) -> None:
    app = make_application(branded(tmp_path, product_name="Cookie: Co"))
    url = authenticator_secret(app, "A" * 32, "ada@example.com").otpauth_url
    assert url.startswith("otpauth://totp/Cookie%20%20Co:ada%40example.com?")
    assert "issuer=Cookie%20%20Co" in url


def test_no_password_is_the_products_name(tmp_path: Path) -> None:
    app = make_application(branded(tmp_path, product_name="Gingerbread"))
    with pytest.raises(ValidationFailed):
        validate_password(app, "Gingerbread2026")


PALETTE = Path("consent_app/web/assets/palette.css")


@pytest.mark.parametrize(
    "sheet",
    [
        "consent_app/web/assets/pages.css",
        "consent_app/web/assets/reference.css",
        "consent_app/panel/assets/styles/panel.css",
        "consent_app/mail/texts/layout.html.j2",
    ],
)
def test_pages_mails_and_reference_have_one_palette(project: Path, sheet: str) -> None:
    def colours(path: Path) -> set[str]:
        matches = re.findall(r"#[0-9a-f]{3,6}\b", path.read_text(encoding="utf-8"))
        return {f"#{item[1:] * 2}"[:7] if len(item) == 4 else item for item in matches}

    assert colours(project / sheet) <= colours(project / PALETTE)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("imprint_url", "javascript:alert(1)"),
        ("terms_url", "/terms"),
        ("logo_file", "/nowhere/logo.svg"),
        ("favicon_file", "/etc/hostname"),
        ("product_name", "x" * 41),
    ],
)
def test_unusable_branding_stops_the_start(tmp_path: Path, name: str, value: str) -> None:
    with pytest.raises(SettingsError, match=name):
        branded(tmp_path, **{name: value})
