"""What a process is made of."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import pytest

from consent_app.application import Application, database_options, utc_now
from consent_app.db.ids import id_time
from consent_app.security.encryption import DecryptionError
from tests.support.harness import MovableClock, make_settings


class Collaborator:
    """Anything that a room adds."""


def test_a_collaborator_is_found_by_its_type(isolated_app: Application) -> None:
    with pytest.raises(LookupError, match="Collaborator"):
        isolated_app.get(Collaborator)
    added = Collaborator()
    isolated_app.add(added)
    assert isolated_app.get(Collaborator) is added


def test_ids_follow_the_clock(isolated_app: Application) -> None:
    isolated_app.clock = clock = MovableClock()
    at = clock.freeze(datetime(2026, 1, 2, 3, 4, 5, tzinfo=UTC))
    assert isolated_app.now() == at
    assert id_time(isolated_app.new_id()) == at
    isolated_app.clock = utc_now
    assert id_time(isolated_app.new_id()) > at


def test_each_purpose_has_its_own_secret(isolated_app: Application) -> None:
    sealed = isolated_app.encrypter("mail").encrypt(b"text")
    assert isolated_app.encrypter("mail").decrypt(sealed) == b"text"
    with pytest.raises(DecryptionError):
        isolated_app.encrypter("totp").decrypt(sealed)


def test_a_database_behind_a_pooler_is_known_as_such(tmp_path: Path) -> None:
    url = "postgresql://pooler/consent"
    plain = make_settings(url, tmp_path)
    pooled = make_settings(url, tmp_path, database_direct_url="postgresql://server/consent")
    assert not database_options(plain).pooled
    assert database_options(pooled).pooled
