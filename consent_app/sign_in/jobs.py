"""What sign-in leaves behind, and its removal."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from sqlalchemy import delete

from consent_app.application import Application
from consent_app.sign_in import guessing
from consent_app.sign_in.identity_uses import forget_uses
from consent_app.sign_in.known_networks import forget_networks
from consent_app.sign_in.models import OneTimeToken, UserSession
from consent_app.sign_in.new_device import forget_devices

PURGE = "sign_in.purge"
PURGE_EVERY_SECONDS = 3600

KEPT_AFTER_END = timedelta(days=1)


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete tokens, sessions and guessing windows that ended a day ago, the uses of ID tokens that
    have expired, and devices and networks that are long unseen.

    A spent refresh token is kept to its expiry: its reuse has to be told from an unknown token.
    """
    now = app.now()
    with app.database.transaction() as session:
        session.execute(delete(OneTimeToken).where(OneTimeToken.expires_at < now - KEPT_AFTER_END))
        session.execute(delete(UserSession).where(UserSession.expires_at < now - KEPT_AFTER_END))
        guessing.purge(session, now)
        forget_devices(session, now)
        forget_uses(session, now)
        forget_networks(session, now)
