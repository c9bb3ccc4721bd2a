"""An ID token opens one session: it and its nonce are remembered while they could be taken.

The provider's token stands in for password and second factor, and passes through a browser: whoever
overhears it must not get in with it a second time.
"""

from __future__ import annotations

import hashlib
from datetime import datetime, timedelta

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.security.nonces import is_ours, new_nonce, nonce_expiry
from consent_app.sign_in.identity_queries import forget_uses, use_once
from consent_app.sign_in.identity_tokens import IdentityClaims, IdTokenInvalidError

NONCE_LIFETIME = timedelta(minutes=10)
"""As long as signing in at the provider may take."""

__all__ = ["NONCE_LIFETIME", "forget_uses", "issue_nonce", "use"]


def issue_nonce(app: Application) -> tuple[str, datetime]:
    """Return a nonce to send along to a provider, and when it expires. Nothing is kept."""
    expires_at = (app.now() + NONCE_LIFETIME).replace(microsecond=0)
    return new_nonce(app.keys, expires_at), expires_at


def use(session: Session, app: Application, claims: IdentityClaims, *, needs_nonce: bool) -> None:
    """Use up a token and the nonce in it, in the transaction of the sign-in that they lead to.

    A nonce that the page made itself is the page's own matter, unless the provider's settings ask
    for one of ours. Raises IdTokenInvalidError, also in all but one of any number at once.
    """
    now = app.now()
    nonce = claims.nonce if claims.nonce is not None and is_ours(claims.nonce) else None
    if nonce is None and needs_nonce:
        raise IdTokenInvalidError("nonce", claims.issuer)
    if not use_once(session, claims.digest, claims.taken_until):
        raise IdTokenInvalidError("used", claims.issuer)
    if nonce is None:
        return
    expires_at = nonce_expiry(app.keys, nonce)
    if expires_at is None or expires_at <= now:
        raise IdTokenInvalidError("nonce", claims.issuer)
    if not use_once(session, hashlib.sha256(b"nonce:" + nonce.encode()).digest(), expires_at):
        raise IdTokenInvalidError("nonce_used", claims.issuer)
