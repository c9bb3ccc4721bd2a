"""Replacing the authenticator, for example for a new phone, and the backup codes.

The former authenticator works until a code of the new one has been accepted.
"""

from __future__ import annotations

import secrets
from dataclasses import dataclass

from consent_app import mail
from consent_app.account.events import AuthenticatorReplaced, BackupCodesReplaced
from consent_app.account.mails import BACKUP_CODES_REPLACED, SECOND_FACTOR_REPLACED
from consent_app.account.reauthentication import (
    Reauthentication,
    check_both,
    check_code,
    lock_reauthenticated,
)
from consent_app.accounts.service import caller_of
from consent_app.context import Context
from consent_app.errors import InvalidChallenge, InvalidCode
from consent_app.security import totp
from consent_app.security.passwords import SALT_BYTES
from consent_app.sessions.service import (
    Purpose,
    TokenScope,
    consume_token,
    end_all_sessions,
    issue_token,
)
from consent_app.sign_in.service import (
    ENCRYPTION_PURPOSE,
    AuthenticatorSecret,
    authenticator_secret,
    notify,
    release,
    release_if_busy,
    replace_factor_secret,
    start_attempt,
)
from consent_app.sign_in.service import replace_backup_codes as replace_codes


@dataclass(frozen=True, slots=True)
class AuthenticatorChange:
    """The secret of the new authenticator, and the challenge that its first code answers."""

    challenge_token: str
    secret: AuthenticatorSecret


def replace_backup_codes(ctx: Context, code: str, *, end_other_sessions: bool = False) -> list[str]:
    """Replace the backup codes and return ten new ones, in a separate transaction.

    They are shown only this once. Raises InvalidCode, RateLimited, Unauthenticated,
    passwords.BusyError.
    """
    checked = check_code(ctx, code, BackupCodesReplaced())
    codes = totp.new_backup_codes()
    salt = secrets.token_bytes(SALT_BYTES)
    # The code was right: it is no failed attempt if there is no place for hashing the new ones.
    with release_if_busy(ctx, checked.attempts):
        hashes = ctx.app.passwords.code_hashes(codes, salt, caller_of(ctx))
    with ctx.transaction() as writing:
        reauthentication = Reauthentication(code=checked)
        user = lock_reauthenticated(writing, BackupCodesReplaced(), reauthentication)
        replace_codes(writing.session, user.id, salt, hashes)
        if end_other_sessions:
            end_all_sessions(writing.session, user.id, ctx.now(), keep=ctx.actor.session_id)
        mail.send(writing, BACKUP_CODES_REPLACED.name, user, {})
        writing.acting_as(user.id).emit(BackupCodesReplaced())
    return codes


def begin_authenticator_change(ctx: Context, password: str, code: str) -> AuthenticatorChange:
    """Return the secret of the new authenticator and the challenge that its first code answers.

    Raises InvalidCredentials, InvalidCode, ValidationFailed (no password), RateLimited,
    Unauthenticated, passwords.BusyError.
    """
    reauthentication = check_both(ctx, password, code, AuthenticatorReplaced())
    secret = totp.new_secret()
    with ctx.transaction() as writing:
        user = lock_reauthenticated(writing, AuthenticatorReplaced(), reauthentication)
        scope = TokenScope(
            session_id=ctx.actor.session_id,
            sealed=ctx.app.encrypter(ENCRYPTION_PURPOSE).encrypt(secret.encode()),
        )
        challenge = issue_token(writing.session, Purpose.REPLACE_FACTOR, user.id, ctx.now(), scope)
        email = user.email
    return AuthenticatorChange(challenge, authenticator_secret(ctx.app, secret, email))


def finish_authenticator_change(
    ctx: Context, challenge_token: str, code: str, *, end_other_sessions: bool = False
) -> None:
    """Replace the authenticator, in a separate transaction.

    The person is mailed. Raises InvalidChallenge, InvalidCode, RateLimited, Unauthenticated.
    """
    attempt = start_attempt(ctx, Purpose.REPLACE_FACTOR, challenge_token)
    if attempt.user_id != ctx.user_id or attempt.sealed is None:
        raise InvalidChallenge
    encrypter = ctx.app.encrypter(ENCRYPTION_PURPOSE)
    secret = encrypter.decrypt(attempt.sealed)
    step = totp.matching_step(secret.decode(), code, ctx.now())
    if step is None:
        refusal = ctx.acting_as(ctx.user_id).refusal(AuthenticatorReplaced())
        raise InvalidCode().then(refusal)
    with ctx.transaction() as writing:
        session, now = writing.session, ctx.now()
        user = lock_reauthenticated(writing, AuthenticatorReplaced())
        release(session, attempt.attempts)
        if not consume_token(session, attempt.token_id, now):
            raise InvalidChallenge
        # The keys may have been rotated since the challenge was made.
        sealed = encrypter.encrypt(secret)
        if not replace_factor_secret(session, user.id, sealed, step, now):
            raise InvalidChallenge
        if end_other_sessions:
            end_all_sessions(session, user.id, now, keep=ctx.actor.session_id)
        notify(writing, user.id, SECOND_FACTOR_REPLACED.name)
        writing.acting_as(user.id).emit(AuthenticatorReplaced())
