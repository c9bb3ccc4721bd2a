"""The keys that an identity provider publishes (JSON Web Key Set, RFC 7517), and their algorithms.

A key is used only for the algorithms of its own type, regardless of a token's header. Symmetric,
private, malformed and weak keys are ignored; one such key must not affect the others.

The libraries are imported with the first key: many installations have no provider.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from consent_app.oidc.endpoints import Endpoints

if TYPE_CHECKING:
    from jwt import PyJWK

MIN_RSA_BITS = 2048
MAX_RSA_BITS = 8192
"""Checking a signature with a larger key would be expensive."""
MAX_KEYS = 50
FETCH_SECONDS = 5.0
"""For discovery and keys together, or for redeeming a code: names, connections, headers and
bodies."""

_RSA = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512")
_ALGORITHMS: Mapping[tuple[str, str | None], tuple[str, ...]] = {
    ("RSA", None): _RSA,
    ("EC", "P-256"): ("ES256",),
    ("EC", "P-384"): ("ES384",),
    ("OKP", "Ed25519"): ("EdDSA",),
}
ALLOWED_ALGORITHMS = frozenset(name for names in _ALGORITHMS.values() for name in names)
"""The accepted signature algorithms: neither ``none`` nor any HMAC."""


class ProviderUnavailableError(Exception):
    """A provider did not return its keys or an ID token, or not a valid one.

    The message gives the reason, for the operator's log.
    """


@dataclass(frozen=True, slots=True)
class _Key:
    id: str | None
    jwk: Mapping[str, Any]
    algorithms: tuple[str, ...]


@dataclass(frozen=True, slots=True, eq=False)
class JwkSet:
    """The keys of one provider, as published at one time. Each fetch creates a new set.

    ``endpoints`` are those that were published with them.
    """

    keys: tuple[_Key, ...]
    endpoints: Endpoints | None = None

    def find(self, key_id: str | None, algorithm: str) -> PyJWK | None:
        """Return the key that a token's header names, for its algorithm; None if no key fits.

        A header without ``kid`` names a key only if exactly one fits (OpenID Connect Core §10.1).
        """
        from jwt import PyJWK

        candidates = [key for key in self.keys if algorithm in key.algorithms]
        if key_id is not None:
            candidates = [key for key in candidates if key.id == key_id]
        if not candidates or (key_id is None and len(candidates) > 1):
            return None
        return PyJWK(dict(candidates[0].jwk), algorithm)


def read_jwk_set(document: Any, endpoints: Endpoints | None = None) -> JwkSet:
    """Return the keys of a key set that may sign ID tokens.

    Raises ValueError for anything that is not a key set.
    """
    listed = document.get("keys") if isinstance(document, dict) else None
    if not isinstance(listed, list):
        raise ValueError("the keys are not a JSON Web Key Set")
    return JwkSet(tuple(_readable(listed[:MAX_KEYS])), endpoints)


def _readable(listed: list[Any]) -> Iterator[_Key]:
    for jwk in listed:
        if isinstance(jwk, dict) and (algorithms := _algorithms_of(jwk)):
            key_id = jwk.get("kid")
            yield _Key(key_id if isinstance(key_id, str) else None, jwk, algorithms)


def _algorithms_of(jwk: dict[str, Any]) -> tuple[str, ...]:
    kind, curve, operations = jwk.get("kty"), jwk.get("crv"), jwk.get("key_ops", ["verify"])
    if not isinstance(kind, str) or not isinstance(curve, str | None):
        return ()
    algorithms = _ALGORITHMS.get((kind, curve), ())
    if jwk.get("alg") is not None:
        algorithms = tuple(name for name in algorithms if name == jwk["alg"])
    if (
        not algorithms
        # A private key that is published is no longer secret.
        or "d" in jwk
        or jwk.get("use", "sig") != "sig"
        or not isinstance(operations, list)
        or "verify" not in operations
        or not _is_sound(jwk, algorithms[0])
    ):
        return ()
    return algorithms


def _is_sound(jwk: dict[str, Any], algorithm: str) -> bool:
    from cryptography.hazmat.primitives.asymmetric.rsa import RSAPublicKey
    from jwt import PyJWK, PyJWTError

    try:
        key = PyJWK(jwk, algorithm).key
    except (PyJWTError, ValueError, TypeError, KeyError, AttributeError):
        return False
    return not isinstance(key, RSAPublicKey) or MIN_RSA_BITS <= key.key_size <= MAX_RSA_BITS
