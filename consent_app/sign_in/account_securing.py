"""Changing the password and replacing the backup codes of one's own account."""

from __future__ import annotations

import secrets

from sqlalchemy import delete, update
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import (
    User,
    find_user,
    names_of,
    new_password_hash,
    refuse_common,
)
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.security import totp
from consent_app.security.passwords import SALT_BYTES
from consent_app.sign_in import resetting
from consent_app.sign_in.account_proof import prove_code, prove_password, use
from consent_app.sign_in.models import BackupCode, SecondFactor
from consent_app.sign_in.sessions import Caller
from consent_app.sign_in.takeover import end_all_sessions

PASSWORD_CHANGED = "account.password_changed"  # noqa: S105 - a name, not a password
BACKUP_CODES_REPLACED = "account.backup_codes_replaced"


def change_password(
    app: Application,
    source: Source,
    caller: Caller,
    current: str,
    new: str,
    *,
    end_others: bool = True,
) -> None:
    """Change the caller's password, in a transaction of its own. ``end_others``: whether every
    other session ends.

    Raises InvalidCredentials, RateLimited, ValidationFailed (a common password, or none to change),
    Unauthenticated, passwords.BusyError.
    """
    with app.database.session(read_only=True) as reader:
        user = find_user(reader, caller.user_id)
    names = names_of(user) if user is not None else ()
    refuse_common(app, new, "#/newPassword", names)
    proved = prove_password(
        app,
        source,
        caller.user_id,
        current,
        event=PASSWORD_CHANGED,
        pointer="#/currentPassword",
    )
    password_hash = new_password_hash(app, new, "#/newPassword", names)
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=PASSWORD_CHANGED, password=proved)
        resetting.change_password(
            session,
            app,
            user,
            password_hash,
            but=caller.session_id,
            end_sessions=end_others,
        )
        record(session, app, source, Event(PASSWORD_CHANGED, user.id))


def replace_backup_codes(
    app: Application, source: Source, caller: Caller, code: str, *, end_others: bool = False
) -> list[str]:
    """Return ten new backup codes, shown this once, in a transaction of its own; the old ones lose
    their force, and the other sessions too if ``end_others``.

    Raises InvalidCode, RateLimited, Unauthenticated, passwords.BusyError.
    """
    proved = prove_code(app, source, caller.user_id, code, event=BACKUP_CODES_REPLACED)
    codes = totp.new_backup_codes()
    salt = secrets.token_bytes(SALT_BYTES)
    hashes = app.passwords.code_hashes(codes, salt)
    with app.database.transaction() as session:
        user = use(session, app, source, caller, event=BACKUP_CODES_REPLACED, code=proved)
        _replace(session, user, salt, hashes)
        if end_others:
            end_all_sessions(session, user.id, app.now(), but=caller.session_id)
        mail.send_later(
            session,
            app,
            template="backup_codes_replaced",
            to=user.email,
            locale=user.locale,
            params={},
        )
        record(session, app, source, Event(BACKUP_CODES_REPLACED, user.id))
    return codes


def _replace(session: Session, user: User, salt: bytes, hashes: list[bytes]) -> None:
    quietly = {"synchronize_session": False}
    session.execute(
        delete(BackupCode).where(BackupCode.user_id == user.id).execution_options(**quietly)
    )
    session.execute(
        update(SecondFactor)
        .where(SecondFactor.user_id == user.id)
        .values(backup_salt=salt)
        .execution_options(**quietly)
    )
    session.add_all(BackupCode(user_id=user.id, code_hash=code_hash) for code_hash in hashes)
    session.flush()
