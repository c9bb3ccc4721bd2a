from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import SettingsError, new_secret_key, read_settings
from consent_app.settings.nameservers import parse_nameservers


def test_name_servers_are_addresses_with_or_without_a_port() -> None:
    assert parse_nameservers("") == ()
    assert parse_nameservers("9.9.9.9, 127.0.0.1:5353 2620:fe::fe [::1]:5353") == (
        ("9.9.9.9", 53),
        ("127.0.0.1", 5353),
        ("2620:fe::fe", 53),
        ("::1", 5353),
    )


@pytest.mark.parametrize(
    "text", ["dns.example", "9.9.9.9:x", "9.9.9.9:99999", "9.9.9", "a:b:c", ":53"]
)
def test_other_name_servers_stop_the_start(text: str) -> None:
    with pytest.raises(SettingsError, match="dns_nameservers"):
        parse_nameservers(text)


def test_private_addresses_are_fetched_in_development_only(tmp_path: Path) -> None:
    settings = {
        "consent.environment": "development",
        "consent.var_dir": str(tmp_path),
        "consent.secret_keys": new_secret_key(),
        "consent.database_url": "sqlite://",
        "consent.public_origin": "https://consent.example",
        "consent.workspace_origin": "https://{slug}.consent.example",
        "consent.smtp_url": "smtps://mail.example",
    }
    assert read_settings(settings, {}).fetch_allow_private_addresses is False
    environment = {"CONSENT_FETCH_ALLOW_PRIVATE_ADDRESSES": "on"}
    assert read_settings(settings, environment).fetch_allow_private_addresses is True
    production = settings | {"consent.environment": "production"}
    assert read_settings(production, {}).fetch_allow_private_addresses is False
    with pytest.raises(SettingsError, match="development alone"):
        read_settings(production, environment)
