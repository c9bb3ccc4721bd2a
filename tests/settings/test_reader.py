"""All errors of the settings are reported together, with the nearest known name."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import SettingsError, inspect_settings, new_secret_key, read_settings

GOOD = {
    "consent.database_url": "sqlite:////nowhere/consent.sqlite",
    "consent.public_origin": "https://consent.example",
    "consent.workspace_origin": "https://{slug}.consent.example",
    "consent.secret_keys": new_secret_key(),
    "consent.smtp_url": "smtps://mail.example",
}


@pytest.mark.parametrize(
    ("ini", "environ", "problem"),
    [
        (
            {"consent.sigup": "closed"},
            {},
            "consent.sigup is not a setting. Did you mean consent.signup?",
        ),
        (
            {},
            {"CONSENT_TRUSTED_PROXYS": "1"},
            "CONSENT_TRUSTED_PROXYS is not a setting. Did you mean CONSENT_TRUSTED_PROXIES?",
        ),
        ({"consent.zzz": "1"}, {}, "consent.zzz is not a setting. docs/settings.md lists them."),
        (
            {"consent.database_url": "mysql://x"},
            {},
            "consent.database_url must begin with postgresql:// or sqlite:///.",
        ),
        (
            {"consent.geoip_database": "/nowhere.mmdb"},
            {},
            "consent.geoip_database: there is no file /nowhere.mmdb.",
        ),
        (
            {"consent.metrics_port": "99999"},
            {},
            "consent.metrics_port must be between 0 and 65535.",
        ),
        (
            {},
            {"CONSENT_DEMO_DAYS": "99999999"},
            "consent.demo_days must be between 1 and 36500.",
        ),
        (
            {"consent.billing_grace_days": "-1"},
            {},
            "consent.billing_grace_days must be between 0 and 36500.",
        ),
        (
            {"consent.audit_retention_months": "1201"},
            {},
            "consent.audit_retention_months must be between 6 and 1200.",
        ),
        (
            {"consent.trusted_country_header": "X Country"},
            {},
            "consent.trusted_country_header must be the name of a header, such as X-Country.",
        ),
        (
            {"consent.trusted_region_header": "X-Region:"},
            {},
            "consent.trusted_region_header must be the name of a header, such as X-Country.",
        ),
    ],
)
def test_what_is_wrong_is_named(ini: dict[str, str], environ: dict[str, str], problem: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings(GOOD | ini, environ)
    assert raised.value.problems == (problem,)


def test_everything_wrong_is_said_at_once() -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings({"consent.threads": "many", "consent.sigup": "x"}, {})
    text = str(raised.value)
    for name in ("public_origin", "secret_keys", "database_url", "threads", "sigup", "smtp_url"):
        assert f"consent.{name}" in text


def test_settings_that_are_read_under_conditions_are_known() -> None:
    read_settings(GOOD, {"CONSENT_CHECKOUT_SUCCESS_URL": "https://example.com/paid"})


def test_a_secret_comes_from_a_file(tmp_path: Path) -> None:
    url = tmp_path / "url"
    url.write_text("postgresql://user:secret@db/consent\n")
    ini = {name: value for name, value in GOOD.items() if name != "consent.database_url"}
    settings, reader = inspect_settings(ini, {"CONSENT_DATABASE_URL_FILE": str(url)})
    assert reader.errors == []
    assert settings.database_url == "postgresql://user:secret@db/consent"
    assert reader.origins["database_url"] == "CONSENT_DATABASE_URL_FILE"


def test_a_file_that_cannot_be_read_and_a_setting_given_twice_are_named(tmp_path: Path) -> None:
    path = str(tmp_path / "none")
    with pytest.raises(SettingsError, match=r"CONSENT_SMTP_URL_FILE: the file .* cannot be read"):
        read_settings(GOOD, {"CONSENT_SMTP_URL_FILE": path})
    twice = {"CONSENT_SMTP_URL_FILE": path, "CONSENT_SMTP_URL": "smtps://mail.example"}
    with pytest.raises(SettingsError, match="not both"):
        read_settings(GOOD, twice)


def test_production_admits_invited_people_only() -> None:
    assert read_settings(GOOD, {}).signup == "invite"
    assert read_settings({"consent.environment": "development"}, {}).signup == "open"
