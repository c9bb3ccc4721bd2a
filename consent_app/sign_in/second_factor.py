"""The second factor: enrolling an authenticator, and checking codes (RFC 6238)."""

from __future__ import annotations

import base64
import io
import secrets
from dataclasses import dataclass
from datetime import datetime
from functools import lru_cache
from typing import Any
from uuid import UUID

import qrcode
from sqlalchemy import delete, update
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import find_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, refused
from consent_app.db.constraints import violates
from consent_app.errors import AppError, InvalidChallenge, InvalidCode
from consent_app.security import totp
from consent_app.security.passwords import SALT_BYTES
from consent_app.sign_in import challenges, session_queries, tokens
from consent_app.sign_in.models import BackupCode, OneTimeToken, SecondFactor
from consent_app.sign_in.tokens import Purpose

ISSUER = "Consent"
SEALED_FOR = "totp"
QR_MASK = 3
QR_CODES_KEPT = 64
"""Drawn ones, of about a kilobyte each: a page that is loaded again draws none."""


@dataclass(frozen=True, slots=True)
class MatchedCode:
    """A right code of a user: the time step of an authenticator code, or a backup code's hash."""

    user_id: UUID
    step: int | None = None
    code_hash: bytes | None = None


def start_setup(app: Application, challenge_token: str) -> dict[str, str]:
    """Return the secret of an enrolment, as the interface's TwoFactorSetupResponse.

    The same challenge gives the same secret again. The QR code is drawn once the transaction, which
    is this function's own, has ended. Raises InvalidChallenge.
    """
    with app.database.transaction() as session:
        secret, email = _secret_of(session, app, challenge_token)
    return authenticator_answer(secret, email)


def _secret_of(session: Session, app: Application, challenge_token: str) -> tuple[str, str]:
    token = tokens.find_live(session, Purpose.SETUP, challenge_token, app.now())
    if (
        token is None
        or token.attempts >= challenges.MAX_ATTEMPTS
        or session.get(SecondFactor, token.user_id) is not None
    ):
        raise InvalidChallenge
    user = find_user(session, token.user_id)
    if user is None:
        raise InvalidChallenge
    sealer = app.sealer(SEALED_FOR)
    session.execute(
        update(OneTimeToken)
        .where(OneTimeToken.id == token.id, OneTimeToken.sealed.is_(None))
        .values(sealed=sealer.seal(totp.new_secret().encode()))
        .execution_options(synchronize_session=False)
    )
    session.refresh(token)
    assert token.sealed is not None
    return sealer.open(token.sealed).decode(), user.email


def authenticator_answer(secret: str, email: str) -> dict[str, str]:
    """Return the secret in the three forms of the interface's TwoFactorSetupResponse."""
    url = totp.otpauth_url(secret, email, ISSUER)
    return {"secret": secret, "otpauthUrl": url, "qrCodeDataUrl": _qr_code(url)}


def confirm_setup(
    session: Session, app: Application, source: Source, challenge_token: str, code: str
) -> dict[str, Any]:
    """Turn the second factor on and return the session, with the backup codes merged in.

    Raises InvalidChallenge, InvalidCode, RateLimited, WorkspaceSuspended, passwords.BusyError. Call
    it before ``session`` has begun: the attempt is counted in a transaction of its own.
    """
    trial = challenges.start_attempt(app, source, Purpose.SETUP, challenge_token)
    if trial.sealed is None:
        raise InvalidCode("Ask for the secret first, and enter it into an authenticator.")
    secret = app.sealer(SEALED_FOR).open(trial.sealed).decode()
    step = totp.matching_step(secret, code, app.now())
    if step is None:
        raise _wrong_code(app, source, trial)
    salt = secrets.token_bytes(SALT_BYTES)
    codes = totp.new_backup_codes()
    with challenges.release_if_busy(app, trial):
        hashes = app.passwords.code_hashes(codes, salt)
    answer = challenges.finish(session, app, source, trial, "second_factor.enrolled")
    factor = SecondFactor(
        user_id=trial.user_id,
        secret_sealed=trial.sealed,
        last_step=step,
        backup_salt=salt,
        enrolled_at=app.now(),
        bound=trial.bound,
    )
    try:
        with session.begin_nested():
            session.add(factor)
    except IntegrityError as error:
        # Another challenge of the same account enrolled first; an enrolled account stays as it is.
        if violates(error, "pk_second_factors", "second_factors.user_id"):
            raise InvalidChallenge from None
        raise
    session.add_all(BackupCode(user_id=trial.user_id, code_hash=code_hash) for code_hash in hashes)
    session.flush()
    notify(session, app, trial.user_id, "second_factor_enrolled")
    return {**answer, "backupCodes": codes}


def verify(
    session: Session, app: Application, source: Source, challenge_token: str, code: str
) -> dict[str, Any]:
    """Check a code and return the session that the originating call asked for.

    Raises InvalidChallenge, InvalidCode, RateLimited, WorkspaceSuspended, passwords.BusyError. Call
    it before ``session`` has begun: the attempt is counted in a transaction of its own.
    """
    trial = challenges.start_attempt(app, source, Purpose.VERIFY, challenge_token)
    with challenges.release_if_busy(app, trial):
        found = match_code(app, trial.user_id, code)
    if found is None:
        raise _wrong_code(app, source, trial)
    # The challenge before the code, as whoever takes the second factor away: neither waits for the
    # other. A code that another request was first with takes all of it back.
    answer = challenges.finish(session, app, source, trial, "sign_in.verified")
    if not consume_code(session, app, found):
        raise _wrong_code(app, source, trial)
    if not trial.bound:
        # Password and code came together: the factor is the person's own, however it was set up.
        settle = update(SecondFactor).where(
            SecondFactor.user_id == trial.user_id, SecondFactor.bound.is_(True)
        )
        session.execute(settle.values(bound=False).execution_options(synchronize_session=False))
    return answer


def notify(session: Session, app: Application, user_id: UUID, template: str) -> None:
    """Mail a user about the second factor, once the transaction is committed."""
    user = find_user(session, user_id)
    if user is not None:
        mail.send_later(
            session, app, template=template, to=user.email, locale=user.locale, params={}
        )


def forget_bound(session: Session, user_id: UUID, now: datetime) -> None:
    """Remove a factor that was set up with an invitation's link alone, and the sessions on it.

    For when the person comes by their own means: it may be somebody else's.
    """
    statement = delete(SecondFactor).where(
        SecondFactor.user_id == user_id, SecondFactor.bound.is_(True)
    )
    removed = session.execute(
        statement.returning(SecondFactor.user_id).execution_options(synchronize_session=False)
    )
    if removed.one_or_none() is not None:
        session_queries.end_bound(session, user_id, now)


def match_code(app: Application, user_id: UUID, code: str) -> MatchedCode | None:
    """Return what ``consume_code`` spends, None for a code that is wrong or used.

    The caller has counted the attempt, and its transaction has not begun: a backup code takes about
    60 ms to look at. Raises passwords.BusyError.
    """
    with app.database.session(read_only=True) as reader:
        factor = reader.get(SecondFactor, user_id)
    if factor is None:
        return None
    if len(code) == totp.BACKUP_CODE_CHARACTERS:
        code_hash = app.passwords.code_hash(totp.normal_backup_code(code), factor.backup_salt)
        with app.database.session(read_only=True) as reader:
            backup_code = reader.get(BackupCode, (user_id, code_hash))
        unused = backup_code is not None and backup_code.used_at is None
        return MatchedCode(user_id, code_hash=code_hash) if unused else None
    secret = app.sealer(SEALED_FOR).open(factor.secret_sealed).decode()
    step = totp.matching_step(secret, code, app.now())
    return MatchedCode(user_id, step=step) if step is not None else None


def consume_code(session: Session, app: Application, found: MatchedCode) -> bool:
    """Spend a code; False where another request was first."""
    if found.code_hash is not None:
        if not _spend_backup_code(session, app, found.user_id, found.code_hash):
            return False
        notify(session, app, found.user_id, "backup_code_used")
        return True
    return found.step is not None and _spend_step(session, found.user_id, found.step)


def _wrong_code(app: Application, source: Source, trial: challenges.ChallengeAttempt) -> AppError:
    event = Event("sign_in.code", trial.user_id, trial.workspace_id)
    return InvalidCode().then(refused(app, source, event))


def _spend_step(session: Session, user_id: UUID, step: int) -> bool:
    statement = (
        update(SecondFactor)
        .where(SecondFactor.user_id == user_id, SecondFactor.last_step < step)
        .values(last_step=step)
        .returning(SecondFactor.user_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


def _spend_backup_code(session: Session, app: Application, user_id: UUID, code_hash: bytes) -> bool:
    statement = (
        update(BackupCode)
        .where(
            BackupCode.user_id == user_id,
            BackupCode.code_hash == code_hash,
            BackupCode.used_at.is_(None),
        )
        .values(used_at=app.now())
        .returning(BackupCode.user_id)
        .execution_options(synchronize_session=False)
    )
    return session.execute(statement).one_or_none() is not None


@lru_cache(maxsize=QR_CODES_KEPT)
def _qr_code(url: str) -> str:
    # Trying all eight masks for the one that scans best is four fifths of the work, and any scans.
    code = qrcode.QRCode(mask_pattern=QR_MASK)
    code.add_data(url)
    image = io.BytesIO()
    code.make_image().save(image, "PNG")
    return "data:image/png;base64," + base64.b64encode(image.getvalue()).decode()
