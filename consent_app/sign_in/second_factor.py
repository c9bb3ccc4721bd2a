"""The second factor: enrolling an authenticator, and checking codes (RFC 6238)."""

from __future__ import annotations

import base64
import io
import secrets
from dataclasses import dataclass
from functools import lru_cache
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.accounts.service import caller_of, get_user
from consent_app.application import Application
from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.errors import AppError, InvalidChallenge, InvalidCode
from consent_app.security import totp
from consent_app.security.passwords import SALT_BYTES
from consent_app.sessions.service import (
    OpenedSession,
    Purpose,
    end_bound_sessions,
    get_live_token,
    set_sealed_once,
)
from consent_app.sign_in import challenges, throttling
from consent_app.sign_in import second_factor_queries as queries
from consent_app.sign_in.events import CodeChecked, SecondFactorEnrolled, SignInVerified
from consent_app.sign_in.mails import BACKUP_CODE_USED, SECOND_FACTOR_ENROLLED
from consent_app.sign_in.models import ENCRYPTION_PURPOSE, SecondFactor

QR_MASK = 3
QR_CODE_CACHE_SIZE = 64
"""The number of cached QR codes, about a kilobyte each: reloading a page draws none."""


@dataclass(frozen=True, slots=True)
class MatchedCode:
    """A correct code of a user: the time step of an authenticator code, or a backup code's hash."""

    user_id: UUID
    step: int | None = None
    code_hash: bytes | None = None


@dataclass(frozen=True, slots=True)
class AuthenticatorSecret:
    """The secret of an authenticator to be set up: as text, as a link, and as an image."""

    secret: str
    otpauth_url: str
    qr_code_url: str


@dataclass(frozen=True, slots=True)
class Enrolment:
    """A second factor that was just enabled, with its backup codes and the opened session."""

    session: OpenedSession
    backup_codes: list[str]


def start_enrolment(ctx: Context, challenge_token: str) -> AuthenticatorSecret:
    """Return the secret of an enrolment.

    The same challenge returns the same secret again. The QR code is drawn after the transaction,
    which is this function's own. Raises InvalidChallenge.
    """
    with ctx.transaction() as writing:
        secret, email = _secret_of(writing, challenge_token)
    return authenticator_secret(ctx.app, secret, email)


def _secret_of(ctx: Context, challenge_token: str) -> tuple[str, str]:
    session = ctx.session
    token = get_live_token(session, Purpose.SETUP, challenge_token, ctx.now())
    if (
        token is None
        or token.attempts >= challenges.MAX_ATTEMPTS
        or queries.get_factor(session, token.user_id) is not None
    ):
        raise InvalidChallenge
    user = get_user(session, token.user_id)
    if user is None:
        raise InvalidChallenge
    encrypter = ctx.app.encrypter(ENCRYPTION_PURPOSE)
    sealed = set_sealed_once(session, token.id, encrypter.encrypt(totp.new_secret().encode()))
    if sealed is None:
        raise InvalidChallenge
    return encrypter.decrypt(sealed).decode(), user.email


def authenticator_secret(app: Application, secret: str, email: str) -> AuthenticatorSecret:
    """Return a secret in the three forms that authenticators accept, which show the product's name.

    Colons are removed, because a colon would end the name (Google's Key URI format).
    """
    issuer = app.settings.branding.product_name.replace(":", " ")
    url = totp.otpauth_url(secret, email, issuer)
    return AuthenticatorSecret(secret, url, _qr_code(url))


def confirm_enrolment(ctx: Context, challenge_token: str, code: str) -> Enrolment:
    """Enable the second factor and open the session that was requested.

    Raises InvalidChallenge, InvalidCode, RateLimited, WorkspaceSuspended, passwords.BusyError. Call
    it before the transaction has begun, because the attempt is counted in a separate one.
    """
    attempt = challenges.start_attempt(ctx, Purpose.SETUP, challenge_token)
    if attempt.sealed is None:
        raise InvalidCode("Request the secret first, and enter it into an authenticator.")
    encrypter = ctx.app.encrypter(ENCRYPTION_PURPOSE)
    secret = encrypter.decrypt(attempt.sealed)
    step = totp.matching_step(secret.decode(), code, ctx.now())
    if step is None:
        raise _wrong_code(ctx, attempt)
    salt = secrets.token_bytes(SALT_BYTES)
    codes = totp.new_backup_codes()
    with challenges.release_if_busy(ctx, attempt):
        hashes = ctx.app.passwords.code_hashes(codes, salt, caller_of(ctx))
    opened = challenges.finish_challenge(ctx, attempt, SecondFactorEnrolled())
    factor = SecondFactor(
        user_id=attempt.user_id,
        # The keys may have been rotated since the challenge was made.
        secret_sealed=encrypter.encrypt(secret),
        last_step=step,
        backup_salt=salt,
        enrolled_at=ctx.now(),
        bound=attempt.bound,
    )
    _add_factor(ctx.session, factor)
    queries.add_backup_codes(ctx.session, attempt.user_id, hashes)
    notify(ctx, attempt.user_id, SECOND_FACTOR_ENROLLED.name)
    return Enrolment(opened, codes)


def _add_factor(session: Session, factor: SecondFactor) -> None:
    try:
        with session.begin_nested():
            session.add(factor)
    except IntegrityError as error:
        # Another challenge of the same account enrolled first. An enrolled account stays unchanged.
        if violates(error, "pk_second_factors", "second_factors.user_id"):
            raise InvalidChallenge from None
        raise


def verify(ctx: Context, challenge_token: str, code: str) -> OpenedSession:
    """Check a code and open the session that was requested.

    Raises InvalidChallenge, InvalidCode, RateLimited, WorkspaceSuspended, passwords.BusyError. Call
    it before the transaction has begun, because the attempt is counted in a separate one.
    """
    attempt = challenges.start_attempt(ctx, Purpose.VERIFY, challenge_token)
    with challenges.release_if_busy(ctx, attempt):
        matched = match_code(ctx, attempt.user_id, code, attempt.attempts)
    if matched is None:
        raise _wrong_code(ctx, attempt)
    # Lock the challenge before the code, as when the second factor is removed, so that neither
    # waits for the other. If another request has consumed the code first, everything is rolled
    # back.
    opened = challenges.finish_challenge(ctx, attempt, SignInVerified())
    if not consume_code(ctx, matched):
        raise _wrong_code(ctx, attempt)
    if not attempt.bound:
        # Password and code came together, so the factor is the person's own, however it was set up.
        queries.release_bound_factor(ctx.session, attempt.user_id)
    return opened


def notify(ctx: Context, user_id: UUID, template: str) -> None:
    """Mail a user about the second factor, once the transaction is committed."""
    user = get_user(ctx.session, user_id)
    if user is not None:
        mail.send(ctx, template, user, {})


def remove_bound_factor(ctx: Context, user_id: UUID) -> None:
    """Remove a factor that was set up with an invitation link only, and the sessions based on it.

    Call it when the person signs in with their own credentials: the factor may be somebody else's.
    """
    if queries.delete_bound_factor(ctx.session, user_id):
        end_bound_sessions(ctx.session, user_id, ctx.now())


def match_code(
    ctx: Context, user_id: UUID, code: str, attempts: list[throttling.Attempt]
) -> MatchedCode | None:
    """Return the match for ``consume_code``; None for a code that is wrong or used.

    The caller has counted ``attempts``, and its transaction has not begun, because checking a
    backup code takes about 60 ms. Raises passwords.BusyError.
    """
    app = ctx.app
    with ctx.reading() as reading:
        factor = queries.get_factor(reading.session, user_id)
    if factor is None:
        return None
    if len(code) == totp.BACKUP_CODE_CHARACTERS:
        caller = caller_of(ctx, is_known=throttling.is_known_network(attempts))
        normal_code = totp.normal_backup_code(code)
        code_hash = app.passwords.code_hash(normal_code, factor.backup_salt, caller)
        with ctx.reading() as reading:
            backup_code = queries.get_backup_code(reading.session, user_id, code_hash)
        is_unused = backup_code is not None and backup_code.used_at is None
        return MatchedCode(user_id, code_hash=code_hash) if is_unused else None
    secret = app.encrypter(ENCRYPTION_PURPOSE).decrypt(factor.secret_sealed).decode()
    step = totp.matching_step(secret, code, ctx.now())
    return MatchedCode(user_id, step=step) if step is not None else None


def consume_code(ctx: Context, matched: MatchedCode) -> bool:
    """Consume a code. False if another request was first."""
    session, user_id = ctx.session, matched.user_id
    if matched.code_hash is not None:
        if not queries.consume_backup_code(session, user_id, matched.code_hash, ctx.now()):
            return False
        notify(ctx, user_id, BACKUP_CODE_USED.name)
        return True
    return matched.step is not None and queries.consume_step(session, user_id, matched.step)


def _wrong_code(ctx: Context, attempt: challenges.ChallengeAttempt) -> AppError:
    actor = ctx.acting_as(attempt.user_id, attempt.workspace_id)
    return InvalidCode().then(actor.refusal(CodeChecked()))


@lru_cache(maxsize=QR_CODE_CACHE_SIZE)
def _qr_code(url: str) -> str:
    # Imported here: it loads an image library, which few requests need.
    import qrcode

    # Finding the mask that scans best is four fifths of the work, and any mask scans.
    code = qrcode.QRCode(mask_pattern=QR_MASK)
    code.add_data(url)
    image = io.BytesIO()
    code.make_image().save(image, "PNG")
    return "data:image/png;base64," + base64.b64encode(image.getvalue()).decode()
