"""The setting ``secret_keys``: what it may be, and the two steps of a rotation."""

from __future__ import annotations

import stat
from pathlib import Path

import pytest

from consent_app.settings.error import SettingsError
from consent_app.settings.keys import (
    development_key,
    format_secret_keys,
    new_secret_key,
    parse_added_keys,
    parse_secret_keys,
    with_added_key,
    with_promoted_key,
    write_development_keys,
)

ONE, TWO = new_secret_key(), new_secret_key()


def ids(text: str) -> list[str]:
    return [key_id for key_id, _ in parse_secret_keys(text)]


def test_keys_are_read_in_their_order() -> None:
    text = f"{ONE},\n {TWO}"
    assert ids(text) == [ONE.partition(":")[0], TWO.partition(":")[0]]
    assert parse_added_keys(text) == ()
    assert format_secret_keys(parse_secret_keys(text)) == f"{ONE} {TWO}"


@pytest.mark.parametrize(
    "text",
    ["", ONE[:-4], f"{ONE} {ONE}", f"a-b:{ONE.partition(':')[2]}", f"+{ONE}"],
    ids=["nothing", "a short key", "one id twice", "no id", "a waiting key alone"],
)
def test_anything_else_is_refused_without_being_shown(text: str) -> None:
    with pytest.raises(SettingsError, match="secret_keys") as error:
        parse_secret_keys(text)
    assert ONE.partition(":")[2][:20] not in str(error.value)


def test_an_added_key_comes_last() -> None:
    with pytest.raises(SettingsError, match="last"):
        parse_secret_keys(f"{ONE} +{TWO} {new_secret_key()}")


def test_a_rotation_adds_a_key_and_then_promotes_it() -> None:
    added = with_added_key(parse_secret_keys(ONE), ())
    assert ids(added)[0] == ids(ONE)[0]
    waiting = parse_added_keys(added)
    assert waiting == (ids(added)[1],)
    promoted = with_promoted_key(parse_secret_keys(added), waiting)
    assert ids(promoted) == [waiting[0], ids(ONE)[0]]
    assert parse_added_keys(promoted) == ()


def test_each_step_is_taken_once() -> None:
    added = with_added_key(parse_secret_keys(ONE), ())
    with pytest.raises(SettingsError, match="keys promote"):
        with_added_key(parse_secret_keys(added), parse_added_keys(added))
    with pytest.raises(SettingsError, match="keys add"):
        with_promoted_key(parse_secret_keys(ONE), ())


def test_starts_at_once_share_the_development_key(tmp_path: Path) -> None:
    path = tmp_path / "keys" / "secret"
    first = development_key(path)
    assert development_key(path) == first
    write_development_keys(path, f"{TWO} {first}")
    assert ids(development_key(path))[0] == TWO.partition(":")[0]
    assert path.stat().st_mode & 0o777 == 0o600


def test_development_keys_are_replaced_as_a_whole_and_stay_private(tmp_path: Path) -> None:
    path = tmp_path / "secret_keys"
    path.write_text("the former keys")
    with path.open() as former:
        write_development_keys(path, "the new keys")
        # A start that opened the file before reads all of it.
        assert former.read() == "the former keys"
    assert path.read_text() == "the new keys"
    assert stat.S_IMODE(path.stat().st_mode) == 0o600
    assert list(tmp_path.iterdir()) == [path]
