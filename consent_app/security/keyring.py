"""The key ring: everything signed, encrypted or authenticated names the key that was used.

``consent.secret_keys`` lists master keys. New values use the first, the primary key. Existing
values are checked with the key that they name, for as long as it stays in the list. A key that was
added for the next rotation is only used for checks. A separate subkey for each purpose is derived
from each master key (BLAKE2b, keyed and personalised).
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from functools import lru_cache

KEY_BYTES = 32


class UnknownKeyError(KeyError):
    """A key id that is not on the ring."""


class KeyRing:
    """Master keys by id, as in ``Settings.secret_keys``: the primary key first.

    ``added`` names the keys that wait for the next rotation and are not used for new values yet.
    """

    def __init__(self, keys: tuple[tuple[str, bytes], ...], added: Collection[str] = ()) -> None:
        self._keys = dict(keys)
        self.primary = keys[0][0]
        self._oldest = [key_id for key_id, _ in keys if key_id not in added][-1]
        self.derive = lru_cache(maxsize=256)(self._derive)

    @property
    def ids(self) -> tuple[str, ...]:
        """The ids of all keys, the primary one first."""
        return tuple(self._keys)

    def derive_lasting(self, purpose: str) -> bytes:
        """Return the 32-byte subkey of the oldest master key.

        For limits that all processes count together, and for pseudonyms that are compared with
        earlier ones: a text keeps its hash through rotations, until that master key is removed.
        """
        return self.derive(purpose, self._oldest)

    def _derive(self, purpose: str, key_id: str) -> bytes:
        """Return the 32-byte subkey for ``purpose``. Raises UnknownKeyError."""
        try:
            master = self._keys[key_id]
        except KeyError:
            raise UnknownKeyError(key_id) from None
        return hashlib.blake2b(
            purpose.encode(), key=master, digest_size=KEY_BYTES, person=b"consent-app"
        ).digest()

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(self._keys)})"
