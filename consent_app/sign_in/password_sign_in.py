"""Signing in with a password: to the account, or to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.accounts.service import (
    User,
    caller,
    check_password,
    find_user_by_email,
    lock_user,
    rehash_password,
    set_password_hash,
)
from consent_app.context import Context
from consent_app.errors import AppError, InvalidCredentials, WorkspaceSuspended
from consent_app.security.passwords import BusyError
from consent_app.sign_in import lockout, throttling
from consent_app.sign_in.challenges import Challenge, begin_challenge
from consent_app.sign_in.events import PasswordChecked
from consent_app.workspaces.service import access_by_slug, is_suspended


@dataclass(frozen=True, slots=True)
class CheckedPassword:
    """A password that was checked: ``user`` is None where it is not right.

    ``account_id`` is whose address it was, right or not; for the audit log alone. ``password_hash``
    is the hash that it was compared with.
    """

    user: User | None
    password_hash: str | None
    account_id: UUID | None
    attempts: list[throttling.Attempt]
    rehashed: str | None


def sign_in_to_account(ctx: Context, email: str, password: str) -> Challenge:
    """Check a password and return the challenge of an account session.

    Raises InvalidCredentials, RateLimited, passwords.BusyError. Call it before the transaction has
    begun: attempts are counted in one of their own.
    """
    checked = try_password(ctx, email, password)
    if checked.user is None:
        raise _refusal(ctx, checked)
    return _challenge(ctx, checked.user, checked)


def sign_in_to_workspace(ctx: Context, email: str, password: str, slug: str) -> Challenge:
    """Check a password and a membership, and return the challenge of a workspace session.

    Wrong password, unknown address, unknown workspace and no member of it are one
    InvalidCredentials, at one cost. Raises WorkspaceSuspended after that alone; RateLimited and
    passwords.BusyError as ``sign_in_to_account``.
    """
    checked = try_password(ctx, email, password)
    access = access_by_slug(ctx.session, checked.user.id if checked.user else None, slug)
    if checked.user is None or access is None:
        raise _refusal(ctx, checked)
    if is_suspended(access.workspace, ctx.now()):
        raise WorkspaceSuspended
    return _challenge(ctx, checked.user, checked, access.workspace.id)


def try_password(ctx: Context, email: str, password: str) -> CheckedPassword:
    """Count an attempt and check the password, at one cost with or without an account.

    Call it with no transaction open. Raises RateLimited and passwords.BusyError.
    """
    attempts = lockout.count_password(ctx, email)
    with ctx.reading() as reading:
        user = find_user_by_email(reading.session, email)
    asking = caller(ctx, is_known=throttling.is_known_network(attempts))
    with throttling.release_if_busy(ctx, attempts):
        right = check_password(ctx.app, user, password, asking)
    if not right or user is None or user.disabled_at is not None:
        return CheckedPassword(None, None, user.id if user else None, attempts, None)
    try:
        rehashed = rehash_password(ctx.app, user, password)
    except BusyError:
        # The next sign-in renews it.
        rehashed = None
    return CheckedPassword(user, user.password_hash, user.id, attempts, rehashed)


def _refusal(ctx: Context, checked: CheckedPassword) -> AppError:
    # Written in each of the four branches alike, so that none takes longer than another.
    return InvalidCredentials().then(ctx.acting_as(checked.account_id).refusal(PasswordChecked()))


def _challenge(
    ctx: Context, user: User, checked: CheckedPassword, workspace_id: UUID | None = None
) -> Challenge:
    # The password was checked outside of this transaction: it must still be the one, or somebody
    # who knew the old one would get past a reset or a verification made meanwhile.
    locked = lock_user(ctx.session, user.id)
    if locked is None or locked.disabled_at or locked.password_hash != checked.password_hash:
        raise _refusal(ctx, checked)
    throttling.release(ctx.session, checked.attempts)
    if checked.rehashed is not None:
        set_password_hash(ctx.session, user.id, checked.rehashed)
    ctx.acting_as(user.id, workspace_id).emit(PasswordChecked())
    return begin_challenge(ctx, user.id, workspace_id)
