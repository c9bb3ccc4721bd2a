"""What a process is made of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from consent_app.application import Application, database_options, utc_now
from consent_app.db.ids import id_time
from consent_app.security.encryption import DecryptionError
from tests.support.harness import MovableClock, make_application, make_settings


@pytest.fixture
def own(tmp_path: Path) -> Application:
    return make_application(make_settings(f"sqlite:///{tmp_path}/own.sqlite", tmp_path))


class Collaborator:
    """Anything that a room adds."""


def test_a_room_finds_what_it_added_by_its_type(own: Application) -> None:
    with pytest.raises(LookupError, match="Collaborator"):
        own.get(Collaborator)
    added = Collaborator()
    own.add(added)
    assert own.get(Collaborator) is added


def test_ids_follow_the_clock(own: Application) -> None:
    own.clock = clock = MovableClock()
    at = clock.freeze(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert own.now() == at
    assert id_time(own.new_id()) == at
    own.clock = utc_now
    assert id_time(own.new_id()) > at


def test_each_purpose_has_its_own_secret(own: Application) -> None:
    sealed = own.encrypter("mail").encrypt(b"text")
    assert own.encrypter("mail").decrypt(sealed) == b"text"
    with pytest.raises(DecryptionError):
        own.encrypter("totp").decrypt(sealed)


def test_a_database_behind_a_pooler_is_known_as_such(tmp_path: Path) -> None:
    url = "postgresql://pooler/consent"
    plain = make_settings(url, tmp_path)
    pooled = make_settings(url, tmp_path, database_direct_url="postgresql://server/consent")
    assert not database_options(plain).pooled
    assert database_options(pooled).pooled
