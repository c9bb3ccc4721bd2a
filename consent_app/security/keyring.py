"""The key ring: every secret that signs, seals or authenticates names the key it was made with.

``consent.secret_keys`` lists master keys. What is new is made with the first, the primary key; what
is there is checked with the key it names, for as long as that key stays in the list. A key that was
added for the next rotation only checks. From each master key one sub-key a purpose is derived
(BLAKE2b, keyed and personalised), so that no two uses share.
"""

from __future__ import annotations

import hashlib
from collections.abc import Collection
from functools import lru_cache

KEY_BYTES = 32


class UnknownKeyError(KeyError):
    """A key id that is not on the ring."""


class KeyRing:
    """Master keys by id, as ``Settings.secret_keys`` gives them: the primary key first.

    ``added`` names those that wait for the next rotation: nothing is made with them yet.
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
        """Return the 32-byte sub-key of the oldest master key.

        For limits that all processes count together, and for pseudonyms that are compared with
        earlier ones: the same text keeps its hash through rotations, until that master key leaves
        the ring.
        """
        return self.derive(purpose, self._oldest)

    def _derive(self, purpose: str, key_id: str) -> bytes:
        """Return the 32-byte sub-key for ``purpose``. Raises UnknownKeyError."""
        try:
            master = self._keys[key_id]
        except KeyError:
            raise UnknownKeyError(key_id) from None
        return hashlib.blake2b(
            purpose.encode(), key=master, digest_size=KEY_BYTES, person=b"consent-app"
        ).digest()

    def __repr__(self) -> str:
        return f"KeyRing({', '.join(self._keys)})"
