"""Changing the password of the caller's account."""

from __future__ import annotations

from consent_app.account.events import PasswordChanged
from consent_app.account.reauthentication import (
    Reauthentication,
    check_password,
    lock_reauthenticated,
)
from consent_app.accounts.service import (
    get_user,
    new_password_hash,
    personal_names,
    validate_password,
)
from consent_app.context import Context
from consent_app.registration.service import set_new_password


def change_password(
    ctx: Context, current: str, new: str, *, end_other_sessions: bool = True
) -> None:
    """Change the caller's password, in a separate transaction.

    Raises InvalidCredentials, RateLimited, ValidationFailed (a common password, or none to change),
    Unauthenticated, passwords.BusyError.
    """
    with ctx.reading() as reading:
        user = get_user(reading.session, ctx.user_id)
    names = personal_names(user) if user is not None else ()
    validate_password(ctx.app, new, "#/newPassword", names)
    former_hash = check_password(ctx, current, PasswordChanged(), "#/currentPassword")
    password_hash = new_password_hash(ctx, new, "#/newPassword", names)
    with ctx.transaction() as writing:
        user = lock_reauthenticated(writing, PasswordChanged(), Reauthentication(former_hash))
        set_new_password(
            writing,
            user,
            password_hash,
            keep=ctx.actor.session_id,
            end_sessions=end_other_sessions,
        )
        writing.acting_as(user.id).emit(PasswordChanged())
