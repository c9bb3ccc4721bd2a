"""The setting ``secret_keys``: the keys that sign and encrypt, the primary key first.

Keys are rotated in two steps, so that servers can be restarted one after the other. A new key is
first added at the end, marked with ``+``: processes accept its signatures and decrypt with it. Once
all processes have the key, it moves to the first place, and they begin to sign and encrypt with it.
"""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from pathlib import Path

from consent_app.settings.error import SettingsError
from consent_app.settings.privacy import FILE_MODE, private_folder

SecretKeys = tuple[tuple[str, bytes], ...]

ADDED = "+"


def parse_secret_keys(text: str) -> SecretKeys:
    """Parse ``id:base64url`` keys of 32 bytes, the primary one first, separated by white space or
    commas; those that were added for the next rotation are marked with ``+`` and come last.

    Raises SettingsError for anything else, without naming the value.
    """
    keys: dict[str, bytes] = {}
    added = False
    for word in text.replace(",", " ").split():
        if added and not word.startswith(ADDED):
            raise SettingsError("consent.secret_keys must have the keys marked with + last.")
        added = word.startswith(ADDED)
        key_id, _, encoded = word.removeprefix(ADDED).partition(":")
        try:
            key = base64.urlsafe_b64decode(encoded + "=" * (-len(encoded) % 4))
        except (binascii.Error, ValueError):
            key = b""
        if not key_id.isalnum() or len(key_id) > 16 or len(key) != 32 or key_id in keys:
            raise SettingsError(
                "consent.secret_keys must be `id:key` pairs, each id once (letters and digits) and"
                " each key 32 bytes in base64url. `consent-app keys new` makes one."
            )
        keys[key_id] = key
    if not keys:
        raise SettingsError("consent.secret_keys contains no key.")
    if len(parse_added_keys(text)) == len(keys):
        raise SettingsError(
            "consent.secret_keys contains only keys marked with +, which are not in use yet. Put"
            " the key in use first."
        )
    return tuple(keys.items())


def parse_added_keys(text: str) -> tuple[str, ...]:
    """Return the ids of the keys that were added for the next rotation."""
    words = text.replace(",", " ").split()
    return tuple(
        word.removeprefix(ADDED).partition(":")[0] for word in words if word.startswith(ADDED)
    )


def new_secret_key() -> str:
    """Return a new ``id:key`` word for ``consent.secret_keys``."""
    key = base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()
    return f"k{secrets.token_hex(4)}:{key}"


def development_key(path: Path) -> str:
    """Return the key in ``path``; create the file if necessary."""
    private_folder(path.parent)
    try:
        # Opened exclusively: the server and the worker start together and must share one key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, FILE_MODE)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(new_secret_key())
    return path.read_text()


def write_development_keys(path: Path, text: str) -> None:
    """Replace the keys in ``path`` atomically: a start in between finds the old or the new."""
    written = path.with_name(f".{path.name}.new")
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, FILE_MODE)
    with os.fdopen(descriptor, "w") as file:
        file.write(text)
    written.replace(path)


def format_secret_keys(keys: SecretKeys, added: tuple[str, ...] = ()) -> str:
    """Return the text that ``parse_secret_keys`` and ``parse_added_keys`` read."""
    words = []
    for key_id, key in keys:
        encoded = base64.urlsafe_b64encode(key).rstrip(b"=").decode()
        words.append(f"{ADDED if key_id in added else ''}{key_id}:{encoded}")
    return " ".join(words)


def with_added_key(keys: SecretKeys, added: tuple[str, ...]) -> str:
    """Return the keys with a new, added one last. Raises SettingsError if there already is one."""
    if added:
        raise SettingsError(
            f"The key {added[0]} was added already. Once every server and worker has been"
            " restarted with it, run `consent-app keys promote`."
        )
    new = parse_secret_keys(new_secret_key())
    return format_secret_keys(keys + new, (new[0][0],))


def with_promoted_key(keys: SecretKeys, added: tuple[str, ...]) -> str:
    """Return the keys with the waiting one first. Raises SettingsError if none waits."""
    if not added:
        raise SettingsError(
            "There is no added key to promote. Begin with `consent-app keys add`, and restart every"
            " server and worker."
        )
    waiting = tuple(key for key in keys if key[0] in added)
    return format_secret_keys(waiting + tuple(key for key in keys if key[0] not in added))
