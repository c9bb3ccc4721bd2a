"""Settings about networks."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import SettingsError, new_secret_key, read_settings
from consent_app.settings.network import parse_nameservers, read_network
from consent_app.settings.reader import SettingsReader


def test_private_addresses_are_fetched_in_development_only(tmp_path: Path) -> None:
    settings = {
        "consent.environment": "development",
        "consent.var_dir": str(tmp_path),
        "consent.secret_keys": new_secret_key(),
        "consent.database_url": "sqlite:////srv/consent.sqlite",
        "consent.public_origin": "https://consent.example",
        "consent.workspace_origin": "https://{slug}.consent.example",
        "consent.smtp_url": "smtps://mail.example",
    }
    assert read_settings(settings, {}).fetch_allow_private_addresses is False
    environment = {"CONSENT_FETCH_ALLOW_PRIVATE_ADDRESSES": "on"}
    assert read_settings(settings, environment).fetch_allow_private_addresses is True
    production = settings | {"consent.environment": "production"}
    assert read_settings(production, {}).fetch_allow_private_addresses is False
    with pytest.raises(SettingsError, match="only for development"):
        read_settings(production, environment)


def test_a_folder_without_a_database_of_places_is_reported(tmp_path: Path) -> None:
    reader = SettingsReader({"consent.geoip_database": str(tmp_path)}, {})
    read_network(reader, development=False)
    assert reader.errors == [
        f"consent.geoip_database: the folder {tmp_path} contains no file that ends in .mmdb."
    ]


def test_proxies_and_a_database_of_places_are_checked(tmp_path: Path) -> None:
    reader = SettingsReader(
        {
            "consent.trusted_proxies": "10.0.0.0/8, 192.0.2.7",
            "consent.geoip_database": str(tmp_path / "none.mmdb"),
        },
        {},
    )
    settings = read_network(reader, development=False)
    assert [str(network) for network in settings["trusted_proxies"]] == [
        "10.0.0.0/8",
        "192.0.2.7/32",
    ]
    assert settings["geoip_database"] is None
    assert len(reader.errors) == 1
    assert "there is no file" in reader.errors[0]


@pytest.mark.parametrize(
    ("word", "problem"),
    [
        ("proxy.internal", "proxy.internal is not an address or a network such as 10.0.0.0/8."),
        ("10.0.0.0/33", "10.0.0.0/33 is not an address or a network such as 10.0.0.0/8."),
        ("10.0.0.1/8", "10.0.0.1/8 is an address in a network. Write 10.0.0.0/8."),
        ("2001:db8::1/64", "2001:db8::1/64 is an address in a network. Write 2001:db8::/64."),
    ],
)
def test_a_wrong_proxy_is_named(word: str, problem: str) -> None:
    reader = SettingsReader({"consent.trusted_proxies": f"192.0.2.7 {word}"}, {})
    assert len(read_network(reader, development=False)["trusted_proxies"]) == 1
    assert reader.errors == [f"consent.trusted_proxies: {problem}"]


def test_only_a_development_server_trusts_its_own_machine() -> None:
    assert read_network(SettingsReader({}, {}), development=False)["trusted_proxies"] == ()
    trusted = read_network(SettingsReader({}, {}), development=True)["trusted_proxies"]
    assert [str(network) for network in trusted] == ["127.0.0.0/8", "::1/128"]


def test_networks_contain_the_addresses_within_them() -> None:
    reader = SettingsReader({"consent.trusted_proxies": "10.0.0.0/8 2001:db8::/32"}, {})
    trusted = read_network(reader, development=False)["trusted_proxies"]
    for address, is_within in {
        "10.1.2.3": True,
        "2001:db8::7": True,
        "11.0.0.1": False,
        "2001:db9::": False,
        "::ffff:10.1.2.3": False,
    }.items():
        # The second time from the cache.
        assert [trusted.contains(address) for _ in range(2)] == [is_within] * 2
    assert not read_network(SettingsReader({}, {}), development=False)["trusted_proxies"].contains(
        "127.0.0.1"
    )


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


@pytest.mark.parametrize("name", ["geoip_database", "logo_file"])
def test_a_file_that_cannot_be_read_is_named_with_its_setting(tmp_path: Path, name: str) -> None:
    # A loop of links, since nothing is unreadable for root.
    path = tmp_path / "loop.svg"
    path.symlink_to(path)
    with pytest.raises(SettingsError) as raised:
        read_settings(
            {
                "consent.environment": "development",
                "consent.var_dir": str(tmp_path),
                f"consent.{name}": str(path),
            },
            {},
        )
    assert raised.value.problems == (
        f"consent.{name}: the file {path} cannot be read: Too many levels of symbolic links.",
    )
