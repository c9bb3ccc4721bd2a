"""The setting ``secret_keys``: what signs and seals, newest first."""

from __future__ import annotations

import base64
import binascii
import os
import secrets
from pathlib import Path

from consent_app.settings.error import SettingsError
from consent_app.settings.privacy import private_folder


def parse_secret_keys(text: str) -> tuple[tuple[str, bytes], ...]:
    """Parse ``id:base64url`` keys of 32 bytes, newest first, parted by white space or commas.

    Raises SettingsError for anything else, without naming the value.
    """
    keys: dict[str, bytes] = {}
    for word in text.replace(",", " ").split():
        key_id, _, encoded = word.partition(":")
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
        raise SettingsError("consent.secret_keys names no key.")
    return tuple(keys.items())


def new_secret_key() -> str:
    """Return a new ``id:key`` word for ``consent.secret_keys``."""
    key = base64.urlsafe_b64encode(secrets.token_bytes(32)).rstrip(b"=").decode()
    return f"k{secrets.token_hex(4)}:{key}"


def development_key(path: Path) -> str:
    """Return the key that is kept in ``path``, made now if there is none yet."""
    private_folder(path.parent)
    try:
        # Opened exclusively: the server and the worker start at once and must share one key.
        descriptor = os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
    except FileExistsError:
        return path.read_text()
    with os.fdopen(descriptor, "w") as file:
        file.write(new_secret_key())
    return path.read_text()


def rotate_development_key(path: Path) -> None:
    """Put a new key before those that are kept in ``path``, all at once.

    Raises SettingsError when there are none that could be rotated.
    """
    if not path.exists():
        raise SettingsError(f"There are no keys to rotate in {path}: the first start makes one.")
    keys = "\n".join([new_secret_key(), *path.read_text().split()])
    parse_secret_keys(keys)
    written = path.with_name(f".{path.name}.new")
    descriptor = os.open(written, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600)
    with os.fdopen(descriptor, "w") as file:
        file.write(keys)
    # A start in between finds the one file or the other, never half of one.
    written.replace(path)
