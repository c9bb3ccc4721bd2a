"""The setting ``identity_providers`` stops the start with words that say what to change."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from consent_app.settings import IdentityProvider, Settings, SettingsError, read_settings
from consent_app.settings.identity_providers import parse_identity_providers


def read(tmp_path: Path, rows: Any, environment: str = "development") -> Settings:
    value = rows if isinstance(rows, str) else json.dumps(rows)
    ini = {
        "consent.environment": environment,
        "consent.var_dir": str(tmp_path),
        "consent.database_url": "sqlite:////srv/consent.sqlite",
        "consent.secret_keys": "k1:" + "A" * 43,
        "consent.public_origin": "https://consent.example",
        "consent.workspace_origin": "https://{slug}.consent.example",
        "consent.smtp_url": "smtps://mail.example",
        "consent.identity_providers": value,
    }
    return read_settings(ini, {})


def entry(issuer: str, *client_ids: Any) -> dict[str, Any]:
    return {"issuer": issuer, "client_ids": list(client_ids) or ["web"]}


def test_none_is_set_up_by_default(tmp_path: Path) -> None:
    assert read(tmp_path, "").identity_providers == ()
    assert read(tmp_path, []).identity_providers == ()


def test_several_issuers_each_with_its_clients(tmp_path: Path) -> None:
    rows = [entry("https://accounts.example", "web", "app", "web"), entry("https://b.example/r/x")]
    assert read(tmp_path, rows, "production").identity_providers == (
        IdentityProvider("https://accounts.example", ("web", "app")),
        IdentityProvider("https://b.example/r/x", ("web",)),
    )


def test_an_issuer_is_kept_as_it_is_written(tmp_path: Path) -> None:
    issuer = "https://tenant.example/"
    assert read(tmp_path, [entry(issuer)]).identity_providers[0].issuer == issuer


@pytest.mark.parametrize(
    "issuer",
    [
        "http://localhost:9000",
        "http://idp.localhost:9000/x",
        "http://127.0.0.1",
        "http://127.8.9.1:80",
        "http://[::1]:9000",
    ],
)
def test_plain_http_is_for_loopback_in_development(tmp_path: Path, issuer: str) -> None:
    assert read(tmp_path, [entry(issuer)]).identity_providers[0].issuer == issuer
    with pytest.raises(SettingsError, match="entry 1: issuer must be https"):
        read(tmp_path, [entry(issuer)], "production")


@pytest.mark.parametrize("environment", ["development", "production"])
@pytest.mark.parametrize(
    "issuer",
    [
        "http://accounts.example",
        "http://10.0.0.1",
        "http://localhost.example",
        "http://127.0.0.1.example",
        "http://localhost@accounts.example",
        "https://user:secret@accounts.example",
        "https://accounts.example?x=1",
        "https://accounts.example#x",
        "https://accounts.example#",
        "https://accounts.example:port",
        "https://[::1",
        "https://",
        "https://bücher.example",
        "https://accounts.example/a b\n",
        "ftp://accounts.example",
        "accounts.example",
        "",
        17,
    ],
)
def test_any_other_issuer_is_refused(tmp_path: Path, issuer: Any, environment: str) -> None:
    with pytest.raises(SettingsError, match="entry 2: issuer must be the provider's https URL"):
        read(tmp_path, [entry("https://a.example"), entry(issuer)], environment)


@pytest.mark.parametrize(
    ("rows", "message"),
    [
        ("{", "identity_providers is not valid JSON"),
        ({"issuer": "https://a.example"}, "must be a JSON list"),
        (["https://a.example"], 'entry 1 must be an object with "issuer" and "client_ids"'),
        ([{"issuer": "https://a.example"}], "entry 1 must be an object"),
        ([entry("https://a.example") | {"secret": "hush"}], "entry 1 must be an object"),
        ([entry("https://a.example")] * 2, "entry 2: this issuer is listed twice"),
        ([entry("https://a.example", "")], "entry 1: client_ids must list at least one"),
        ([entry("https://a.example", 7)], "entry 1: client_ids must list at least one"),
        ([{"issuer": "https://a.example", "client_ids": []}], "client_ids must list at least one"),
        (
            [{"issuer": "https://a.example", "client_ids": "web"}],
            "client_ids must list at least one",
        ),
        ([entry("https://a.example/" + "x" * 255)], "more than 255 characters"),
    ],
)
def test_malformed_values_are_named_but_not_shown(tmp_path: Path, rows: Any, message: str) -> None:
    with pytest.raises(SettingsError, match=message) as caught:
        read(tmp_path, rows)
    assert "hush" not in str(caught.value)
    assert "a.example" not in str(caught.value)


def test_what_else_a_provider_asks_for() -> None:
    row = {
        "issuer": "https://accounts.example",
        "client_ids": ["web"],
        "acr_values": ["high"],
        "amr_values": ["mfa", "hwk"],
        "max_age": 300,
        "require_nonce": True,
    }
    (provider,) = parse_identity_providers(json.dumps([row]), development=False)
    assert provider.acr_values == ("high",)
    assert provider.amr_values == ("mfa", "hwk")
    assert provider.max_age == 300
    assert provider.require_nonce is True


@pytest.mark.parametrize(
    "member",
    [
        {"acr_values": "high"},
        {"acr_values": []},
        {"amr_values": [1]},
        {"max_age": 0},
        {"max_age": "300"},
        {"max_age": True},
        {"require_nonce": "yes"},
        {"more": 1},
    ],
)
def test_what_a_provider_cannot_ask_for(member: dict[str, Any]) -> None:
    row = {"issuer": "https://accounts.example", "client_ids": ["web"], **member}
    with pytest.raises(SettingsError, match="entry 1"):
        parse_identity_providers(json.dumps([row]), development=False)


def test_a_provider_that_the_sign_in_page_offers() -> None:
    row = entry("https://accounts.example") | {"name": "Example", "client_secret": "hush"}
    (provider,) = parse_identity_providers(json.dumps([row]), development=False)
    assert (provider.name, provider.client_secret) == ("Example", "hush")
    assert "hush" not in repr(provider)


@pytest.mark.parametrize(
    "member",
    [
        {"name": ""},
        {"name": " Example"},
        {"name": "x" * 41},
        {"name": 7},
        {"name": None},
        {"client_secret": "hush"},
        {"name": "Example", "client_secret": ""},
        {"name": "Example", "client_secret": None},
    ],
)
def test_what_a_sign_in_page_cannot_offer(member: dict[str, Any]) -> None:
    row = entry("https://accounts.example") | member
    with pytest.raises(SettingsError, match="entry 1") as caught:
        parse_identity_providers(json.dumps([row]), development=False)
    assert "hush" not in str(caught.value)
