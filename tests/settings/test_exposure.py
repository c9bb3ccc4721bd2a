"""Production refuses what would leave this machine in the clear, and says which setting it is."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import Settings, SettingsError
from consent_app.settings.exposure import is_loopback
from tests.support.harness import make_settings

SOUND = {
    "public_origin": "https://consent.example",
    "workspace_origin": "https://{slug}.consent.example",
    "smtp_url": "smtp+starttls://user:the-password@mail.example",
}


def production(folder: Path, **changes: str) -> Settings:
    return make_settings(
        "sqlite:////srv/consent.sqlite", folder, environment="production", **{**SOUND, **changes}
    )


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("public_origin", "http://consent.example"),
        ("workspace_origin", "http://{slug}.consent.example"),
        ("base_url", "http://api.consent.example"),
        ("smtp_url", "smtp://mail.example"),
        ("smtp_url", "smtp://10.0.0.2"),
        ("rate_limit_storage", "redis://:the-password@redis.example:6379/0"),
        ("rate_limit_storage", "redis+cluster://127.0.0.1:6379,redis.example:6379"),
        ("rate_limit_storage", "redis+sentinel://redis.example:26379/mymaster"),
        ("rate_limit_storage", "redis://[::1"),
    ],
)
def test_unencrypted_connections_to_other_machines_are_refused(
    tmp_path: Path, name: str, value: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        production(tmp_path, **{name: value})
    assert f"consent.{name}" in str(raised.value)
    assert "the-password" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("public_origin", "http://localhost:6543"),
        ("workspace_origin", "http://{slug}.localhost:6543"),
        ("base_url", "http://127.0.0.1:6543"),
        ("smtp_url", "smtp://127.0.0.1:25"),
        ("smtp_url", "smtp://[::1]:25"),
        ("smtp_url", "smtps://mail.example"),
        ("rate_limit_storage", "redis://localhost:6379"),
        ("rate_limit_storage", "rediss://redis.example:6379"),
        ("rate_limit_storage", "redis+unix:///run/redis.sock"),
        ("rate_limit_storage", "redis+cluster://127.0.0.1:6379,localhost:6380"),
    ],
)
def test_local_and_encrypted_connections_are_allowed(tmp_path: Path, name: str, value: str) -> None:
    assert getattr(production(tmp_path, **{name: value}), name) == value


@pytest.mark.parametrize(
    "value",
    [
        "redis://localhost:abc",
        "rediss://redis.example:70000/0",
        # Unencoded passwords, whose beginning would be the host's port.
        "rediss://:the-pass/word@redis.example:6379/0",
        "rediss://:12#the-password@redis.example:6379/0",
        "redis+cluster://:the-password@localhost",
        "redis+sentinel://localhost:x/mymaster",
        "redis+unix://",
        "rediss://[::1",
        "redisfoo://localhost",
        "memory",
    ],
)
def test_an_address_of_redis_that_cannot_be_is_refused_without_it(
    tmp_path: Path, value: str
) -> None:
    with pytest.raises(SettingsError) as raised:
        production(tmp_path, rate_limit_storage=value)
    (problem,) = raised.value.problems
    assert problem.startswith("consent.rate_limit_storage ")
    assert "the-pass" not in problem


def test_development_allows_unencrypted_connections(tmp_path: Path) -> None:
    url = "smtp://mail.example"
    settings = make_settings("sqlite:////srv/consent.sqlite", tmp_path, smtp_url=url)
    assert settings.smtp_url == url


@pytest.mark.parametrize(
    ("host", "expected"),
    [
        ("localhost", True),
        ("acme.localhost", True),
        ("127.8.9.10", True),
        ("::1", True),
        ("localhost.example.com", False),
        ("evillocalhost", False),
        ("192.0.2.1", False),
        ("", False),
    ],
)
def test_this_machine_has_several_names(host: str, expected: bool) -> None:
    assert is_loopback(host) is expected
