"""A person's own account: what it shows, its name and its language."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime

from consent_app.account.events import AccountRenamed
from consent_app.accounts.service import User, find_user
from consent_app.context import Context
from consent_app.errors import Unauthenticated
from consent_app.sign_in.service import count_backup_codes, get_factor
from consent_app.workspaces.service import Access, accesses_of


@dataclass(frozen=True, slots=True)
class Account:
    """A user with the second factor's state and the workspaces."""

    user: User
    enrolled_at: datetime | None
    backup_codes_left: int
    accesses: list[Access]


def get_account(ctx: Context) -> Account:
    """Return the account with its second factor's state and its workspaces, or the one to which the
    session is bound.

    Raises Unauthenticated when it was deleted meanwhile.
    """
    session, user_id = ctx.session, ctx.user_id
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    within = ctx.actor.workspace_id if ctx.actor.bound else None
    factor = get_factor(session, user_id)
    return Account(
        user=user,
        enrolled_at=factor.enrolled_at if factor else None,
        backup_codes_left=count_backup_codes(session, user_id),
        accesses=[
            access
            for access in accesses_of(session, user_id)
            if within is None or access.workspace.id == within
        ],
    )


def update_account(ctx: Context, name: str | None, locale: str | None) -> Account:
    """Give the user another name, which is trimmed already, or mails in another language.

    None leaves either as it is. Raises Unauthenticated.
    """
    account = get_account(ctx)
    if name is not None:
        account.user.name = name
        ctx.acting_as(account.user.id).emit(AccountRenamed())
    if locale is not None:
        account.user.locale = locale
    return account
