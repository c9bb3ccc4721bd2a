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
    environ = {"CONSENT_CHECKOUT_SUCCESS_URL": "https://example.com/paid"}
    _settings, reader = inspect_settings(GOOD, environ)
    assert reader.errors == []


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


@pytest.mark.parametrize("name", ["secret_keys", "smtp_url", "database_url"])
def test_a_secret_whose_file_is_unreadable_or_empty_is_not_called_missing(
    tmp_path: Path, name: str
) -> None:
    # "Make one with `consent-app keys new`" would cost an operator the existing keys.
    ini = {key: value for key, value in GOOD.items() if key != f"consent.{name}"}
    path, variable = tmp_path / "secret", f"CONSENT_{name.upper()}_FILE"
    with pytest.raises(SettingsError) as raised:
        read_settings(ini, {variable: str(path)})
    assert raised.value.problems == (
        f"{variable}: the file {path} cannot be read: No such file or directory.",
    )
    path.write_text("\n")
    with pytest.raises(SettingsError) as raised:
        read_settings(ini, {variable: str(path)})
    assert raised.value.problems == (f"{variable}: the file {path} is empty.",)


@pytest.mark.parametrize(
    ("name", "text", "origin"),
    [
        ("public_origin", "https://Consent.Example:443/", "https://consent.example"),
        ("public_origin", "https://bücher.example", "https://xn--bcher-kva.example"),
        ("public_origin", "http://[::1]:6543", "http://[::1]:6543"),
        ("base_url", "http://localhost:80", "http://localhost"),
        ("workspace_origin", "https://{slug}.Consent.example:8443", None),
    ],
)
def test_origins_are_kept_as_browsers_write_them(name: str, text: str, origin: str | None) -> None:
    expected = origin or "https://{slug}.consent.example:8443"
    assert getattr(read_settings(GOOD | {f"consent.{name}": text}, {}), name) == expected


@pytest.mark.parametrize(
    "text",
    [
        "https://consent.example?x",
        "https://consent.example#x",
        "https://consent.example/x",
        "https://consent.example:99999",
        "https://consent example",
        "https://user:secret@consent.example",
        "https://{slug}.consent.example",
        "https://:443",
        "https://a..b",
        "https://[::1",
        "consent.example",
    ],
)
def test_what_is_not_an_origin_is_refused_once(text: str) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings(GOOD | {"consent.public_origin": text}, {})
    assert raised.value.problems == (
        "consent.public_origin must be an origin such as https://example.com.",
    )


def test_the_slug_is_written_exactly_and_once() -> None:
    for host in ("{slugs}.consent.example", "{}.example", "{slug}.{slug}.example"):
        with pytest.raises(SettingsError, match=r"consent\.workspace_origin must be an origin"):
            read_settings(GOOD | {"consent.workspace_origin": f"https://{host}"}, {})


@pytest.mark.parametrize(
    ("name", "value", "bounds"),
    [
        # What PostgreSQL accepts: with more, no connection could be opened.
        ("database_statement_seconds", "2147484", "0 and 2147483"),
        ("database_idle_seconds", "2147484", "0 and 2147483"),
        ("threads", "1001", "2 and 1000"),
        ("worker_threads", "1001", "1 and 1000"),
        ("shutdown_delay", "86401", "0 and 86400"),
        # Beyond what a statement's LIMIT can be, every export failed.
        ("export_max_rows", "99999999999999999999", "1 and 1000000000000"),
    ],
)
def test_numbers_with_which_no_process_could_work_are_refused(
    name: str, value: str, bounds: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        read_settings(GOOD | {f"consent.{name}": value}, {})
    assert raised.value.problems == (f"consent.{name} must be between {bounds}.",)


def test_production_admits_invited_people_only() -> None:
    assert read_settings(GOOD, {}).signup == "invite"
    assert read_settings({"consent.environment": "development"}, {}).signup == "open"
