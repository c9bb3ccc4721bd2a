"""Checking ID tokens (OpenID Connect Core §3.1.3.7, RFC 7519, RFC 8725).

The token's ``iss`` selects one of the configured providers, its ``kid`` one of the keys that the
provider publishes. Headers that contain a key or its location (``jwk``, ``jku``, ``x5c``, ``x5u``)
are ignored.
"""

from __future__ import annotations

import hashlib
import math
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from consent_app import email_address
from consent_app.oidc.jwks import ALLOWED_ALGORITHMS, JwkSet
from consent_app.oidc.providers import Provider, Providers
from consent_app.settings import IdentityProvider

MAX_CHARACTERS = 16384
SUBJECT_CHARACTERS = 255
ISSUED_WITHIN_SECONDS = 600
"""The maximum age of a token: it is presented right after signing in at the provider."""
CLOCK_SKEW_SECONDS = 60
"""How far ahead the provider's clock may be. This extends no token's life: ``exp`` is exact."""

_REQUIRED = ("iss", "aud", "exp", "iat", "sub", "email", "email_verified")


class IdTokenInvalidError(ValueError):
    """An ID token that is refused. ``reason`` is a word for the audit log, never for the caller.

    ``issuer`` is set if the token names a configured provider.
    """

    def __init__(self, reason: str, issuer: str | None = None) -> None:
        self.reason = reason
        self.issuer = issuer
        super().__init__(reason)


@dataclass(frozen=True, slots=True)
class IdentityClaims:
    """The claims of a checked ID token. ``email_verified`` is the provider's statement.

    ``digest`` is of the signed part, so it is the same however the signature is encoded. After
    ``usable_until`` no check accepts the token. ``nonce`` has not been checked yet.
    """

    issuer: str
    subject: str
    email: str
    email_verified: bool
    digest: bytes
    usable_until: datetime
    nonce: str | None = None
    name: str | None = None


def check_id_token(providers: Providers, text: str, now: datetime) -> IdentityClaims:
    """Return the claims of an ID token that is valid at ``now``.

    May fetch the provider's keys, so call it outside a transaction. Raises IdTokenInvalidError, and
    IdentityProviderUnavailable if the keys cannot be fetched.
    """
    algorithm, key_id, issuer = _read_unverified(text)
    provider = providers.find(issuer)
    if provider is None:
        raise IdTokenInvalidError("issuer")
    try:
        payload = _verified(provider, text, algorithm, key_id)
        signed = text.rpartition(".")[0]
        return _claims(payload, provider, now, hashlib.sha256(signed.encode()).digest())
    except IdTokenInvalidError as error:
        error.issuer = issuer
        raise


def _read_unverified(text: str) -> tuple[str, str | None, str]:
    """Return the algorithm, the key's id and the issuer that a token names."""
    import jwt

    if len(text) > MAX_CHARACTERS:
        raise IdTokenInvalidError("length")
    try:
        token = jwt.decode_complete(text, options={"verify_signature": False})
    except (jwt.PyJWTError, ValueError, TypeError):
        raise IdTokenInvalidError("form") from None
    header, payload = token["header"], token["payload"]
    algorithm = header.get("alg")
    if not isinstance(algorithm, str) or algorithm not in ALLOWED_ALGORITHMS:
        raise IdTokenInvalidError("algorithm")
    # No extensions are supported. A token of another type (an access token, a logout token) does
    # not identify anybody.
    kind = header.get("typ", "JWT")
    if "crit" in header or not isinstance(kind, str) or kind.upper() != "JWT":
        raise IdTokenInvalidError("header")
    issuer = payload.get("iss")
    if not isinstance(issuer, str):
        raise IdTokenInvalidError("issuer")
    return algorithm, header.get("kid"), issuer


def _verified(provider: Provider, text: str, algorithm: str, key_id: str | None) -> dict[str, Any]:
    keys = provider.keys()
    try:
        return _decode(keys, text, algorithm, key_id)
    except IdTokenInvalidError:
        # The provider may have rotated its keys. If it is too early to fetch them again, these are
        # the same.
        newer = provider.keys(newer_than=keys)
        if newer is keys:
            raise
        return _decode(newer, text, algorithm, key_id)


def _decode(keys: JwkSet, text: str, algorithm: str, key_id: str | None) -> dict[str, Any]:
    import jwt

    key = keys.find(key_id, algorithm)
    if key is None:
        raise IdTokenInvalidError("key")
    try:
        payload: dict[str, Any] = jwt.decode(
            text,
            key,
            algorithms=[algorithm],
            # The claims are checked below: times against the clock that the caller passes.
            options={
                "verify_exp": False,
                "verify_iat": False,
                "verify_nbf": False,
                "verify_aud": False,
                "verify_iss": False,
                "verify_sub": False,
                "verify_jti": False,
                "enforce_minimum_key_length": True,
            },
        )
    except (jwt.PyJWTError, ValueError, TypeError):
        raise IdTokenInvalidError("signature") from None
    return payload


def _claims(
    payload: dict[str, Any], provider: Provider, now: datetime, digest: bytes
) -> IdentityClaims:
    if any(payload.get(name) is None for name in _REQUIRED):
        raise IdTokenInvalidError("claims")
    if payload["iss"] != provider.issuer:
        raise IdTokenInvalidError("issuer")
    _check_times(payload, now.timestamp())
    _check_audience(payload, provider.client_ids)
    _check_strength(payload, provider.settings, now.timestamp())
    subject, email = payload["sub"], payload["email"]
    if not _is_subject(subject):
        raise IdTokenInvalidError("subject")
    if not isinstance(email, str) or email_address.problem_of(email, development=True):
        raise IdTokenInvalidError("email")
    return IdentityClaims(
        issuer=provider.issuer,
        subject=subject,
        email=email,
        email_verified=_flag(payload["email_verified"]),
        digest=digest,
        usable_until=now + timedelta(seconds=_seconds_left(payload, now.timestamp())),
        nonce=payload["nonce"] if isinstance(payload.get("nonce"), str) else None,
        name=payload["name"] if isinstance(payload.get("name"), str) else None,
    )


def _check_times(payload: dict[str, Any], now: float) -> None:
    if now >= _instant(payload["exp"]):
        raise IdTokenInvalidError("expired")
    if _instant(payload["iat"]) < now - ISSUED_WITHIN_SECONDS:
        raise IdTokenInvalidError("issued_long_ago")
    if _instant(payload["iat"]) > now + CLOCK_SKEW_SECONDS:
        raise IdTokenInvalidError("issued_ahead")
    if "nbf" in payload and _instant(payload["nbf"]) > now + CLOCK_SKEW_SECONDS:
        raise IdTokenInvalidError("not_yet_valid")


def _seconds_left(payload: dict[str, Any], now: float) -> float:
    """Return how long a token that is valid now can still be used, by its expiry and its age."""
    oldest = _instant(payload["iat"]) + ISSUED_WITHIN_SECONDS
    return min(_instant(payload["exp"]), oldest) - now


def _check_strength(payload: dict[str, Any], provider: IdentityProvider, now: float) -> None:
    """Check how and how recently the person signed in, as the settings require."""
    if provider.acr_values and payload.get("acr") not in provider.acr_values:
        raise IdTokenInvalidError("acr")
    methods = payload.get("amr")
    listed = methods if isinstance(methods, list) else []
    if provider.amr_values and not any(method in provider.amr_values for method in listed):
        raise IdTokenInvalidError("amr")
    if provider.max_age is not None:
        signed_in = _instant(payload.get("auth_time"))
        if not now - provider.max_age <= signed_in <= now + CLOCK_SKEW_SECONDS:
            raise IdTokenInvalidError("auth_time")


def _instant(value: Any) -> float:
    """Return a NumericDate (RFC 7519 §2)."""
    try:
        if not isinstance(value, bool) and isinstance(value, int | float) and math.isfinite(value):
            return value
    except OverflowError:
        pass
    raise IdTokenInvalidError("time")


def _check_audience(payload: dict[str, Any], client_ids: frozenset[str]) -> None:
    audience, party = payload["aud"], payload.get("azp")
    listed = audience if isinstance(audience, list) else [audience]
    if not all(isinstance(client_id, str) for client_id in listed) or client_ids.isdisjoint(listed):
        raise IdTokenInvalidError("audience")
    if party is None:
        # Another audience named in the token may have it, and must not be able to sign in with it.
        if not client_ids.issuperset(listed):
            raise IdTokenInvalidError("audience")
    elif not isinstance(party, str) or party not in client_ids:
        raise IdTokenInvalidError("authorized_party")


def _is_subject(subject: Any) -> bool:
    return (
        isinstance(subject, str)
        and 0 < len(subject) <= SUBJECT_CHARACTERS
        and subject.isascii()
        and subject.isprintable()
    )


def _flag(value: Any) -> bool:
    # Some large providers send strings instead.
    if value in ("true", "false"):
        return bool(value == "true")
    if not isinstance(value, bool):
        raise IdTokenInvalidError("email_verified")
    return value
