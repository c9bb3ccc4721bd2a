"""The caller's account: its profile, name and language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from consent_app.account.events import AccountRenamed, LanguageChanged
from consent_app.accounts.service import User, get_user, lock_user
from consent_app.context import Context
from consent_app.errors import Unauthenticated, ValidationFailed
from consent_app.sign_in.service import count_backup_codes, get_factor
from consent_app.text import LOCALES
from consent_app.workspaces.service import Access, get_accesses


@dataclass(frozen=True, slots=True)
class Account:
    """A user with the state of the second factor and the workspaces."""

    user: User
    enrolled_at: datetime | None
    backup_codes_left: int
    accesses: list[Access]


def get_account(ctx: Context) -> Account:
    """Return the account with the state of its second factor and its workspaces.

    For a bound session that is only its own workspace. Raises Unauthenticated if the account was
    deleted in the meantime.
    """
    session, user_id = ctx.session, ctx.user_id
    user = get_user(session, user_id)
    if user is None:
        raise Unauthenticated
    bound_to = ctx.actor.workspace_id if ctx.actor.bound else None
    factor = get_factor(session, user_id)
    return Account(
        user=user,
        enrolled_at=factor.enrolled_at if factor else None,
        backup_codes_left=count_backup_codes(session, user_id),
        accesses=[
            access
            for access in get_accesses(session, user_id)
            if bound_to is None or access.workspace.id == bound_to
        ],
    )


def update_account(ctx: Context, name: str | None, locale: str | None) -> Account:
    """Change the user's name, which is trimmed already, or the language of emails.

    None leaves a value unchanged. Raises Unauthenticated, and ValidationFailed for a language
    without a catalogue.
    """
    if locale is not None and locale not in LOCALES:
        raise ValidationFailed.at("#/locale", f"must be one of {', '.join(LOCALES)}")
    # Locked, so that it is not deleted before the change is written.
    if lock_user(ctx.session, ctx.user_id) is None:
        raise Unauthenticated
    account = get_account(ctx)
    user, user_ctx = account.user, ctx.acting_as(account.user.id)
    if name is not None and name != user.name:
        user.name = name
        user_ctx.emit(AccountRenamed())
    if locale is not None and locale != user.locale:
        user.locale = locale
        user_ctx.emit(LanguageChanged())
    return account
