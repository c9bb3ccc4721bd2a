"""Signed tokens: JWTs (RFC 7519) with Ed25519 (RFC 8037), for panel and account sessions.

``aud`` distinguishes the two kinds, ``kid`` names the key, ``sid`` the session. A revoked session
or a lost membership ends the token immediately, because both are looked up on every use.
"""

from __future__ import annotations

import base64
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import cached_property
from typing import TYPE_CHECKING, Any, Literal
from uuid import UUID

from consent_app.security.keyring import KeyRing, UnknownKeyError

if TYPE_CHECKING:
    from cryptography.hazmat.primitives.asymmetric.ed25519 import (
        Ed25519PrivateKey,
        Ed25519PublicKey,
    )

Audience = Literal["panel", "account"]

ACCESS_TOKEN_LIFETIME = timedelta(minutes=15)
ACCOUNT_TOKEN_LIFETIME = timedelta(minutes=60)
_LIFETIMES: dict[Audience, timedelta] = {
    "panel": ACCESS_TOKEN_LIFETIME,
    "account": ACCOUNT_TOKEN_LIFETIME,
}
CLOCK_SKEW_SECONDS = 60
"""How far ahead of this server's clock that of the server may be that issued a token."""

_ALGORITHM = "EdDSA"
_MAX_LENGTH = 2048


class TokenInvalidError(ValueError):
    """A token that is malformed, expired, for another audience, or not signed by this service."""


@dataclass(frozen=True, slots=True)
class Claims:
    """The claims of a valid token. ``workspace_id`` is None in an account token."""

    user_id: UUID
    session_id: UUID
    workspace_id: UUID | None


class TokenSigner:
    """Issues and checks tokens. ``issuer`` is the service's own base URL.

    The libraries are imported with the first token, because most commands need none.
    """

    def __init__(self, keys: KeyRing, issuer: str) -> None:
        self._keys = keys
        self._issuer = issuer

    @cached_property
    def _private(self) -> dict[str, Ed25519PrivateKey]:
        from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey

        return {
            key_id: Ed25519PrivateKey.from_private_bytes(self._keys.derive("sign:jwt", key_id))
            for key_id in self._keys.ids
        }

    @cached_property
    def _public(self) -> dict[str, Ed25519PublicKey]:
        return {key_id: key.public_key() for key_id, key in self._private.items()}

    def issue(self, audience: Audience, claims: Claims, now: datetime) -> str:
        """Return a signed token that is valid from ``now`` for its audience's lifetime."""
        payload: dict[str, Any] = {
            "iss": self._issuer,
            "aud": audience,
            "sub": str(claims.user_id),
            "sid": str(claims.session_id),
            "iat": int(now.timestamp()),
            "exp": int((now + _LIFETIMES[audience]).timestamp()),
        }
        if claims.workspace_id is not None:
            payload["org"] = str(claims.workspace_id)
        import jwt

        key_id = self._keys.primary
        return jwt.encode(payload, self._private[key_id], _ALGORITHM, headers={"kid": key_id})

    def verify(self, token: str, audience: Audience, now: datetime) -> Claims:
        """Return the claims of a valid token. Raises TokenInvalidError.

        The key is selected by ``kid`` among our own only; ``jku`` and ``jwk`` headers are ignored.
        """
        import jwt

        if len(token) > _MAX_LENGTH:
            raise TokenInvalidError("too long")
        try:
            key = self._public[jwt.get_unverified_header(token)["kid"]]
            payload = jwt.decode(
                token,
                key,
                algorithms=[_ALGORITHM],
                audience=audience,
                issuer=self._issuer,
                # Times are checked below, against the clock that the caller passes.
                options={
                    "require": ["exp", "iat", "sub", "sid", "aud", "iss"],
                    "verify_exp": False,
                    "verify_iat": False,
                    "strict_aud": True,
                },
            )
            latest = now.timestamp() + CLOCK_SKEW_SECONDS
            if not payload["iat"] <= latest or now.timestamp() >= payload["exp"]:
                raise TokenInvalidError("expired")
            workspace = payload.get("org")
            return Claims(
                user_id=UUID(payload["sub"]),
                session_id=UUID(payload["sid"]),
                workspace_id=UUID(workspace) if workspace is not None else None,
            )
        except (jwt.PyJWTError, KeyError, ValueError, TypeError, UnknownKeyError):
            raise TokenInvalidError("not a valid token") from None

    def public_keys(self) -> dict[str, Any]:
        """Return the JSON Web Key Set (RFC 7517, RFC 8037) of all keys on the ring."""
        from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

        return {
            "keys": [
                {
                    "kty": "OKP",
                    "crv": "Ed25519",
                    "use": "sig",
                    "alg": _ALGORITHM,
                    "kid": key_id,
                    "x": base64.urlsafe_b64encode(key.public_bytes(Encoding.Raw, PublicFormat.Raw))
                    .rstrip(b"=")
                    .decode(),
                }
                for key_id, key in self._public.items()
            ]
        }
