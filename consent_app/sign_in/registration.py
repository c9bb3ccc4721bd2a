"""Registration: a user, a mail that confirms the address, and the challenge to enrol."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import create_user
from consent_app.errors import SignupClosed
from consent_app.runtime import Runtime
from consent_app.sign_in import challenges, tokens
from consent_app.sign_in.tokens import Purpose
from consent_app.text import trimmed


def register(
    session: Session,
    runtime: Runtime,
    *,
    email: str,
    password: str,
    name: str | None,
    organization_name: str | None,
) -> dict[str, Any]:
    """Create a user with no workspace and return the challenge that sets the second factor up.

    The mail that confirms the address is a job of the same transaction. Raises EmailTaken,
    SignupClosed, passwords.BusyError. Call it before ``session`` has begun: the password's hash
    takes about 60 ms.
    """
    if runtime.settings.signup != "open":
        raise SignupClosed
    password_hash = runtime.passwords.hash(password)
    now = runtime.now()
    user = create_user(
        session,
        email=email,
        password_hash=password_hash,
        name=trimmed(name),
        organization_name=trimmed(organization_name),
        now=now,
    )
    token = tokens.issue(session, Purpose.CONFIRM_ADDRESS, user.id, now)
    mail.send_later(
        session,
        runtime,
        template="confirm_address",
        to=user.email,
        locale=user.locale,
        params={"url": f"{runtime.settings.public_origin}/confirm#token={token}"},
    )
    return challenges.begin(session, user.id, now)
