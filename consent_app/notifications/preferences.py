"""Which notification emails a person gets, by workspace, and whether their address gets any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from consent_app.accounts.service import User, get_user, lock_user
from consent_app.context import Context
from consent_app.errors import FieldError, NotFound, Unauthenticated, ValidationFailed
from consent_app.notifications import queries
from consent_app.notifications.events import AccountResubscribed
from consent_app.notifications.notification_types import MAILS, MAILS_BY_ID, NotificationMail
from consent_app.unsubscription.service import is_suppressed, resubscribe
from consent_app.workspaces.service import Access, get_accesses


@dataclass(frozen=True, slots=True)
class MemberMails:
    """The emails that a member may get in one workspace, and which of them they get."""

    access: Access
    mails: list[tuple[NotificationMail, bool]]


@dataclass(frozen=True, slots=True)
class Preferences:
    """A person's choices, or the defaults."""

    user: User
    unsubscribed: bool
    workspaces: list[MemberMails]


@dataclass(frozen=True, slots=True)
class Choice:
    """The chosen emails of one workspace, which replace all former choices there."""

    workspace_id: UUID
    mails: Mapping[str, bool]


def get_preferences(ctx: Context) -> Preferences:
    """Return the caller's preferences. Raises Unauthenticated if the account no longer exists."""
    session = ctx.session
    user = get_user(session, ctx.user_id)
    if user is None:
        raise Unauthenticated
    choices = queries.get_choices(session, user.id)
    workspaces = [
        MemberMails(
            access,
            [
                (mail, choices.get((access.workspace.id, mail.id), mail.default))
                for mail in MAILS
                if access.role in mail.roles
            ],
        )
        for access in get_accesses(session, user.id)
    ]
    return Preferences(user, is_suppressed(session, ctx.app, user.email), workspaces)


def choose(ctx: Context, choices: list[Choice], *, subscribe: bool) -> Preferences:
    """Change the caller's choices in the given workspaces. Return all preferences.

    ``subscribe`` removes the caller's own address, which must be verified, from the suppression
    list. Raises NotFound for a workspace they are not a member of, ValidationFailed, and
    Unauthenticated if the account no longer exists.
    """
    session = ctx.session
    # Locked, so that of two concurrent changes the later one replaces all of the earlier one.
    user = lock_user(session, ctx.user_id)
    if user is None:
        raise Unauthenticated
    accesses = {access.workspace.id: access for access in get_accesses(session, ctx.user_id)}
    field_errors: list[FieldError] = []
    for index, choice in enumerate(choices):
        access = accesses.get(choice.workspace_id)
        if access is None:
            raise NotFound
        field_errors += [
            FieldError(f"#/workspaces/{index}/mails/{number}/id", f"is not sent to {access.role}s")
            for number, mail_id in enumerate(choice.mails)
            if access.role not in MAILS_BY_ID[mail_id].roles
        ]
    if subscribe and user.verified_at is None:
        field_errors.append(FieldError("#/subscribe", "requires a verified address"))
    if field_errors:
        raise ValidationFailed(field_errors=tuple(field_errors))
    for choice in choices:
        queries.replace_choices(session, choice.workspace_id, user.id, choice.mails)
    if subscribe and resubscribe(session, ctx.app, user.email):
        ctx.emit(AccountResubscribed())
    return get_preferences(ctx)
