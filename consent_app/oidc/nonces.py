"""An ID token opens one session: it and its nonce are stored as used while they are valid.

The provider's token replaces password and second factor, and passes through a browser. Somebody who
intercepts it must not be able to sign in with it again.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta
from typing import Any

from consent_app.application import Application
from consent_app.context import Context
from consent_app.errors import IdentityProviderUnavailable
from consent_app.oidc import queries
from consent_app.oidc.id_tokens import IdentityClaims, IdTokenInvalidError
from consent_app.oidc.providers import Providers
from consent_app.security.nonces import looks_like_nonce, new_nonce, nonce_expiry

NONCE_LIFETIME = timedelta(minutes=10)
"""How long signing in at the provider may take."""

PURGE = "oidc.purge"
PURGE_EVERY_SECONDS = 3600


def issue_nonce(ctx: Context) -> tuple[str, datetime]:
    """Return a nonce for a provider, and when it expires. Nothing is stored.

    Raises IdentityProviderUnavailable if no provider is set up.
    """
    if not len(ctx.app.get(Providers)):
        raise IdentityProviderUnavailable
    expires_at = (ctx.now() + NONCE_LIFETIME).replace(microsecond=0)
    return new_nonce(ctx.app.keys, expires_at), expires_at


def use_id_token(ctx: Context, claims: IdentityClaims, *, needs_nonce: bool) -> None:
    """Consume a token and its nonce, in the transaction of the sign-in that they lead to.

    A nonce that the page made itself is checked by the page, unless the provider's settings require
    one of ours. Raises IdTokenInvalidError, also in all but one of concurrent calls.
    """
    session, keys = ctx.session, ctx.app.keys
    nonce = claims.nonce if claims.nonce is not None and looks_like_nonce(claims.nonce) else None
    if nonce is None and needs_nonce:
        raise IdTokenInvalidError("nonce", claims.issuer)
    if not queries.use_once(session, claims.digest, claims.usable_until):
        raise IdTokenInvalidError("used", claims.issuer)
    if nonce is None:
        return
    expires_at = nonce_expiry(keys, nonce)
    if expires_at is None or expires_at <= ctx.now():
        raise IdTokenInvalidError("nonce", claims.issuer)
    digest = hashlib.sha256(b"nonce:" + nonce.encode()).digest()
    if not queries.use_once(session, digest, expires_at):
        raise IdTokenInvalidError("nonce_used", claims.issuer)


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete the expired uses of ID tokens and nonces."""
    with app.database.transaction() as session:
        queries.delete_expired_uses(session, app.now())
