"""Signing in with a password: to the account, or to a workspace."""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.accounts.service import (
    User,
    caller_of,
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
from consent_app.workspaces.service import get_access_by_slug, is_suspended


@dataclass(frozen=True, slots=True)
class CheckedPassword:
    """A password that was checked. ``user`` is None if it is wrong.

    ``account_id`` is the account of the address in either case, for the audit log only.
    ``password_hash`` is the hash that it was compared with.
    """

    user: User | None
    password_hash: str | None
    account_id: UUID | None
    attempts: list[throttling.Attempt]
    rehashed: str | None


def sign_in_to_account(ctx: Context, email: str, password: str) -> Challenge:
    """Check a password and return the challenge of an account session.

    Raises InvalidCredentials, RateLimited, passwords.BusyError. Call it before the transaction has
    begun, because attempts are counted in a separate one.
    """
    checked = try_password(ctx, email, password)
    if checked.user is None:
        raise _refusal(ctx, checked)
    return _challenge(ctx, checked.user, checked)


def sign_in_to_workspace(ctx: Context, email: str, password: str, slug: str) -> Challenge:
    """Check a password and a membership, and return the challenge of a workspace session.

    A wrong password, an unknown address, an unknown workspace and a missing membership all raise
    the same InvalidCredentials, after the same time. Only then raises WorkspaceSuspended; also
    RateLimited and passwords.BusyError like ``sign_in_to_account``.
    """
    checked = try_password(ctx, email, password)
    access = get_access_by_slug(ctx.session, checked.user.id if checked.user else None, slug)
    if checked.user is None or access is None:
        raise _refusal(ctx, checked)
    if is_suspended(access.workspace, ctx.now()):
        actor = ctx.acting_as(checked.user.id, access.workspace.id)
        raise WorkspaceSuspended().then(
            throttling.release_refused(actor, checked.attempts, PasswordChecked())
        )
    return _challenge(ctx, checked.user, checked, access.workspace.id)


def try_password(ctx: Context, email: str, password: str) -> CheckedPassword:
    """Count an attempt and check the password, in the same time with or without an account.

    Call it with no transaction open. Raises RateLimited and passwords.BusyError.
    """
    attempts = lockout.count_password(ctx, email)
    with ctx.reading() as reading:
        user = find_user_by_email(reading.session, email)
    caller = caller_of(ctx, is_known=throttling.is_known_network(attempts))
    with throttling.release_if_busy(ctx, attempts):
        is_correct = check_password(ctx.app, user, password, caller)
    if not is_correct or user is None or user.disabled_at is not None:
        return CheckedPassword(None, None, user.id if user else None, attempts, None)
    try:
        rehashed = rehash_password(ctx.app, user, password)
    except BusyError:
        # The next sign-in rehashes it.
        rehashed = None
    return CheckedPassword(user, user.password_hash, user.id, attempts, rehashed)


def _refusal(ctx: Context, checked: CheckedPassword) -> AppError:
    # The same writes in each of the four cases, so that none takes longer than another.
    return InvalidCredentials().then(ctx.acting_as(checked.account_id).refusal(PasswordChecked()))


def _challenge(
    ctx: Context, user: User, checked: CheckedPassword, workspace_id: UUID | None = None
) -> Challenge:
    # The password was checked outside this transaction. It must be unchanged, or somebody with the
    # old one could get past a reset or a verification in the meantime.
    locked = lock_user(ctx.session, user.id)
    if locked is None or locked.disabled_at or locked.password_hash != checked.password_hash:
        raise _refusal(ctx, checked)
    throttling.release(ctx.session, checked.attempts)
    if checked.rehashed is not None:
        set_password_hash(ctx.session, user.id, checked.rehashed)
    ctx.acting_as(user.id, workspace_id).emit(PasswordChecked())
    return begin_challenge(ctx, user.id, workspace_id)
