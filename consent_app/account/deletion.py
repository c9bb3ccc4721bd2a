"""Deleting one's own account."""

from __future__ import annotations

from consent_app import mail
from consent_app.account.events import AccountDeleted
from consent_app.account.mails import ACCOUNT_DELETED
from consent_app.account.reauthentication import (
    Reauthentication,
    check_code,
    check_password,
    lock_reauthenticated,
)
from consent_app.accounts.service import delete_user
from consent_app.context import Context
from consent_app.workspaces.service import leave_all_workspaces, refuse_last_owner


def delete_account(ctx: Context, password: str, code: str) -> None:
    """Delete the caller's account, in a transaction of its own.

    Sessions, second factor, identities and memberships go with it; keys and receipts of its
    workspaces stay, and audit events with no actor. Raises LastOwner, InvalidCredentials,
    InvalidCode, RateLimited, ValidationFailed (no password), Unauthenticated, passwords.BusyError.
    """
    checked = check_password(ctx, password, AccountDeleted())
    with ctx.reading() as reading:
        refuse_last_owner(reading.session, ctx.user_id)
    shown = Reauthentication(checked, check_code(ctx, code, AccountDeleted()))
    with ctx.transaction() as writing:
        session = writing.session
        user = lock_reauthenticated(writing, AccountDeleted(), shown)
        leave_all_workspaces(writing.acting_as(user.id))
        writing.acting_as(user.id).emit(AccountDeleted(subject_id=user.id))
        mail.send(writing, ACCOUNT_DELETED.name, user, {})
        session.flush()
        delete_user(session, user.id)
