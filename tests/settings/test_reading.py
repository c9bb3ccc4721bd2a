"""``consent.unsubscribe_address``, where people write who unsubscribe by mail."""

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
def test_it_is_the_senders_unless_set(tmp_path: Path, sender: str) -> None:
    assert address(tmp_path, mail_from=sender) == "mail@consent.example"
    own = "leave+list@consent.example"
    assert address(tmp_path, mail_from=sender, unsubscribe_address=own) == own


@pytest.mark.parametrize("text", ["nobody", "a@b.example, c@d.example", "A <a@b.example>", "a@b?x"])
def test_an_invalid_address_stops_the_start(tmp_path: Path, text: str) -> None:
    with pytest.raises(SettingsError, match="unsubscribe_address") as caught:
        address(tmp_path, unsubscribe_address=text)
    assert text not in str(caught.value)
