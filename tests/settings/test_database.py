"""The URLs of databases, and what may be wrong with them."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import Settings, SettingsError, read_settings


def read(folder: Path, name: str, url: str) -> Settings:
    url = url.replace("LOGIN", "u:sec")
    ini = {"environment": "development", "var_dir": str(folder), name: url}
    return read_settings({f"consent.{name}": value for name, value in ini.items()}, {})


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://LOGIN@db.example/consent",
        "postgresql://LOGIN%40@/consent?host=db1.example,db2.example&sslmode=verify-full",
        "postgresql:///consent",
        "postgresql://LOGIN@[2001:db8::1]:5432/consent",
        "sqlite:////srv/consent/consent.sqlite",
    ],
)
def test_a_url_is_taken(url: str, tmp_path: Path) -> None:
    settings = read(tmp_path, "database_url", url)
    assert settings.database_url == url.replace("LOGIN", "u:sec")


@pytest.mark.parametrize("name", ["database_url", "database_direct_url", "replica_url"])
@pytest.mark.parametrize(
    ("url", "problem"),
    [
        ("mysql://LOGIN@db.example/d", "must begin with postgresql:// or sqlite:///"),
        ("postgresql://LOGIN@ret@db.example/d", "is not a URL. In a password, write @"),
        ("postgresql://LOGIN@db.example:port/d", "is not a URL. In a password, write @"),
        ("postgresql:d", "is not a URL"),
        ("sqlite://", "must name a file"),
        ("sqlite:///:memory:", "must name a file"),
    ],
)
def test_a_url_that_leads_nowhere_stops_the_start(
    name: str, url: str, problem: str, tmp_path: Path
) -> None:
    with pytest.raises(SettingsError) as caught:
        read(tmp_path, name, url)
    assert str(caught.value).startswith(f"consent.{name} {problem}")
    assert "sec" not in str(caught.value)
