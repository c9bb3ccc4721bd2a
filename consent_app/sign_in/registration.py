"""Registration: a user, a mail that confirms the address, and the challenge to enrol."""

from __future__ import annotations

from typing import Any

from sqlalchemy.orm import Session

from consent_app.accounts.service import create_user, new_password_hash, refuse_address
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import SignupClosed
from consent_app.sign_in import challenges, first_comers
from consent_app.sign_in.confirming import send_confirmation
from consent_app.text import trimmed


def register(
    session: Session,
    app: Application,
    source: Source,
    *,
    email: str,
    password: str,
    name: str | None,
    organization_name: str | None,
) -> dict[str, Any]:
    """Create a user with no workspace and return the challenge that sets the second factor up.

    The mail that confirms the address is a job of the same transaction. Raises EmailTaken,
    SignupClosed, ValidationFailed, passwords.BusyError. Call it before ``session`` has begun: the
    password's hash takes about 60 ms.
    """
    if app.settings.signup != "open":
        raise SignupClosed
    refuse_address(app, email)
    password_hash = new_password_hash(app, password, names=(name, email, organization_name))
    now = app.now()
    user = create_user(
        session,
        email=email,
        password_hash=password_hash,
        name=trimmed(name),
        organization_name=trimmed(organization_name),
        now=now,
        locale=source.language,
    )
    first_comers.note_origin(user, source)
    send_confirmation(session, app, user)
    record(session, app, source, Event("account.registered", user.id))
    return challenges.begin(session, user.id, now)
