"""A sign-in from a device that was not seen before: its person is mailed.

No cookie marks a device. What is known of one is browser family and system: a browser that was
updated is the same device. One that was not seen for a year is forgotten.
"""

from __future__ import annotations

import re
from datetime import datetime, timedelta

from sqlalchemy import delete, select
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User
from consent_app.application import Application
from consent_app.sign_in.mails import UNNAMED_DEVICE, spoken
from consent_app.sign_in.models import KnownDevice, UserSession

REMEMBERED = timedelta(days=365)

_VERSION = re.compile(r" \d+(?= on |$)")


def tell_of_new_device(session: Session, app: Application, user: User, opened: UserSession) -> None:
    """Note the device of a session, in the caller's transaction, and mail the user if it is new.

    The first device of all is no news. Mailed is a proved address alone: whoever never proved it is
    nobody to be told.
    """
    device = _device(opened.user_agent)
    known = set(session.scalars(select(KnownDevice.device).where(KnownDevice.user_id == user.id)))
    _note(session, user, device, opened.created_at)
    if not known or device in known or user.confirmed_at is None:
        return
    mail.send_later(
        session,
        app,
        template="new_sign_in",
        to=user.email,
        locale=user.locale,
        params={
            "device": device or spoken(UNNAMED_DEVICE, user.locale),
            "time": f"{opened.created_at:%Y-%m-%d %H:%M} UTC",
        },
    )


def forget_devices(session: Session, now: datetime) -> None:
    """Delete the devices that were not seen for a year."""
    session.execute(delete(KnownDevice).where(KnownDevice.last_seen_at < now - REMEMBERED))


def _note(session: Session, user: User, device: str, now: datetime) -> None:
    dialect = sqlite if session.get_bind().dialect.name == "sqlite" else postgresql
    session.execute(
        dialect.insert(KnownDevice)
        .values(user_id=user.id, device=device, last_seen_at=now)
        .on_conflict_do_update(index_elements=["user_id", "device"], set_={"last_seen_at": now})
    )


def _device(user_agent: str | None) -> str:
    """Return "Firefox (Linux)" for "Firefox 140 on Linux"; empty where the client did not say."""
    family, _, system = _VERSION.sub("", user_agent or "").partition(" on ")
    return f"{family} ({system})" if system else family
