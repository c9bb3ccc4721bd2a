"""A sign-in from a device that was not seen before: its person is mailed.

No cookie marks a device. What is known of one is what sessions keep: browser family and system. A
browser that was updated is the same device; sessions are forgotten a day after their end, and a
device with them.
"""

from __future__ import annotations

import re
from datetime import timedelta

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import User
from consent_app.runtime import Runtime
from consent_app.sign_in.models import UserSession

FIRST_SIGN_IN = timedelta(days=1)
"""How young an account may be whose first session is no news to anybody."""

_VERSION = re.compile(r" \d+(?= on |$)")
_UNNAMED = {"en": "an unnamed program", "de": "ein ungenanntes Programm"}


def tell_of_new_device(session: Session, runtime: Runtime, user: User, opened: UserSession) -> None:
    """Mail the user, in the caller's transaction, if no other session was on such a device.

    Only to a proved address: whoever never proved it is nobody to be told.
    """
    if user.confirmed_at is None:
        return
    others = session.scalars(
        select(UserSession.user_agent)
        .where(UserSession.user_id == user.id, UserSession.id != opened.id)
        .distinct()
    ).all()
    device = _device(opened.user_agent)
    if device in {_device(other) for other in others}:
        return
    if not others and opened.created_at < user.created_at + FIRST_SIGN_IN:
        return
    mail.send_later(
        session,
        runtime,
        template="new_sign_in",
        to=user.email,
        locale=user.locale,
        params={
            "device": device or _UNNAMED["de" if user.locale.startswith("de") else "en"],
            "time": f"{opened.created_at:%Y-%m-%d %H:%M} UTC",
        },
    )


def _device(user_agent: str | None) -> str:
    """Return "Firefox (Linux)" for "Firefox 140 on Linux"; empty where the client did not say."""
    family, _, system = _VERSION.sub("", user_agent or "").partition(" on ")
    return f"{family} ({system})" if system else family
