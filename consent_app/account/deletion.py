"""Deleting an account: the caller's own, or any account for an operator."""

from __future__ import annotations

from uuid import UUID

from consent_app import mail
from consent_app.account.events import AccountDeleted
from consent_app.account.mails import ACCOUNT_DELETED
from consent_app.account.reauthentication import (
    Reauthentication,
    check_code,
    check_password,
    lock_reauthenticated,
)
from consent_app.accounts.service import (
    User,
    find_user_by_email,
    lock_known_user,
)
from consent_app.context import Context
from consent_app.sessions.service import delete_user_with_sessions
from consent_app.workspaces.service import (
    leave_all_workspaces,
    lock_workspaces,
    refuse_last_owner,
)


def delete_account(ctx: Context, password: str, code: str) -> None:
    """Delete the caller's account, in a separate transaction.

    Sessions, second factor, identities and memberships are deleted. The workspaces' API keys and
    receipts stay, and audit events stay without an actor. Raises LastOwner, InvalidCredentials,
    InvalidCode, RateLimited, ValidationFailed (no password), Unauthenticated, passwords.BusyError.
    """
    password_hash = check_password(ctx, password, AccountDeleted())
    with ctx.reading() as reading:
        refuse_last_owner(reading.session, ctx.user_id)
    reauthentication = Reauthentication(password_hash, check_code(ctx, code, AccountDeleted()))
    with ctx.transaction() as writing:
        lock_workspaces(writing.session, ctx.user_id)
        user = lock_reauthenticated(writing, AccountDeleted(), reauthentication)
        _delete(writing, user)


def delete_account_of(ctx: Context, email: str) -> UUID:
    """Delete an account for an operator, in the caller's transaction. Return its id.

    The same is deleted as when a person deletes their own account. Raises AccountNotFound,
    LastOwner.
    """
    user = find_user_by_email(ctx.session, email)
    if user is not None:
        lock_workspaces(ctx.session, user.id)
    user = lock_known_user(ctx.session, email)
    user_id = user.id
    _delete(ctx, user)
    return user_id


def _delete(ctx: Context, user: User) -> None:
    user_ctx = ctx.acting_as(user.id)
    leave_all_workspaces(user_ctx)
    actor_ctx = ctx if ctx.actor.kind == "operator" else user_ctx
    actor_ctx.emit(AccountDeleted(subject_id=user.id))
    mail.send(ctx, ACCOUNT_DELETED.name, user, {})
    ctx.session.flush()
    delete_user_with_sessions(ctx.session, user.id)
