"""What a developer is shown once the service runs."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from consent_app.cli.web_process import _welcome
from consent_app.settings import Settings
from tests.support.harness import make_settings


@pytest.fixture
def settings(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Settings:
    monkeypatch.chdir(tmp_path)
    return make_settings(f"sqlite:///{tmp_path}/x.sqlite", tmp_path / "var", port="7001")


def test_every_page_is_at_the_port_that_was_asked_for(settings: Settings) -> None:
    text = _welcome(settings)
    addresses = [word for word in text.split() if word.startswith("http")]
    assert len(addresses) == 5
    assert all(":7001/" in address for address in addresses)
    assert "Ctrl-C" in text


def test_mails_are_where_they_are_sent(settings: Settings, tmp_path: Path) -> None:
    assert "(files in var/mail/)" in _welcome(settings)
    elsewhere = replace(settings, var_dir=Path("/srv/consent"))
    assert "(files in /srv/consent/mail/)" in _welcome(elsewhere)
    sent = replace(settings, smtp_url="smtp://user:secret@mail.example")
    assert "sent to the configured server" in _welcome(sent)
    assert "secret" not in _welcome(sent)
