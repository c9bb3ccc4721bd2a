"""``consent.unsubscribe_address``, where people write who unsubscribe by email."""

from __future__ import annotations

from pathlib import Path

import pytest

from consent_app.settings import SettingsError, read_settings


def address(folder: Path, **options: str) -> str:
    ini = {"environment": "development", "var_dir": str(folder), **options}
    settings = read_settings({f"consent.{name}": value for name, value in ini.items()}, {})
    return settings.unsubscribe_address


@pytest.mark.parametrize(
    "sender", ["Consent <mail@consent.example>", "mail@consent.example", "<mail@consent.example>"]
)
def test_the_unsubscribe_address_is_the_senders_unless_set(tmp_path: Path, sender: str) -> None:
    assert address(tmp_path, mail_from=sender) == "mail@consent.example"
    configured = "leave+list@consent.example"
    assert address(tmp_path, mail_from=sender, unsubscribe_address=configured) == configured


@pytest.mark.parametrize("text", ["nobody", "a@b.example, c@d.example", "A <a@b.example>", "a@b?x"])
def test_an_invalid_address_stops_the_start(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match="unsubscribe_address") as caught:
        address(tmp_path, unsubscribe_address=text)
    assert text not in str(caught.value)


@pytest.mark.parametrize("text", ["nobody", "mail@", "@consent.example", "Mail <a@b.example> x"])
def test_a_sender_that_is_not_an_address_is_named(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError) as caught:
        address(tmp_path, mail_from=text)
    assert str(caught.value) == "consent.mail_from must be an address such as mail@example.com."


def port(folder: Path, environ: dict[str, str], **options: str) -> int:
    ini = {"environment": "development", "var_dir": str(folder), **options}
    return read_settings({f"consent.{name}": value for name, value in ini.items()}, environ).port


def test_the_port_of_the_environment_wins(tmp_path: Path) -> None:
    assert port(tmp_path, {}) == 6543
    assert port(tmp_path, {}, port="7000") == 7000
    assert port(tmp_path, {"PORT": "7001"}, port="7000") == 7001
    assert port(tmp_path, {"PORT": "7001", "CONSENT_PORT": "7000"}) == 7001


@pytest.mark.parametrize(
    ("environ", "problem"),
    [
        ({"PORT": "70000"}, "PORT must be between 1 and 65535."),
        ({"PORT": "http"}, "PORT must be a whole number."),
        ({"CONSENT_PORT": "70000"}, "consent.port must be between 1 and 65535."),
    ],
)
def test_an_invalid_port_is_refused(tmp_path: Path, environ: dict[str, str], problem: str) -> None:
    with pytest.raises(SettingsError) as caught:
        port(tmp_path, environ, workers="2")
    assert str(caught.value) == problem
