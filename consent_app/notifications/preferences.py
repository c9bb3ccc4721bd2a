"""Which notification mails a person gets: by workspace, and whether their address gets any."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user
from consent_app.audit.service import Event, Source, record
from consent_app.errors import Fault, NotFound, Unauthenticated, ValidationFailed
from consent_app.notifications import mailing_queries
from consent_app.notifications.catalogue import BY_ID, CATALOGUE, NotificationMail
from consent_app.notifications.unsubscribing import is_suppressed, resubscribe
from consent_app.runtime import Runtime
from consent_app.workspaces.service import Access, accesses_of


@dataclass(frozen=True, slots=True)
class MemberMails:
    """The mails that a member may get in one workspace, and which of them they get."""

    access: Access
    mails: list[tuple[NotificationMail, bool]]


@dataclass(frozen=True, slots=True)
class Preferences:
    """All that a person has chosen, or what holds where they have not."""

    user: User
    unsubscribed: bool
    workspaces: list[MemberMails]


@dataclass(frozen=True, slots=True)
class Choice:
    """The mails of one workspace as chosen, in place of all former choices there."""

    workspace_id: UUID
    mails: Mapping[str, bool]


def read(session: Session, runtime: Runtime, user_id: UUID) -> Preferences:
    """Return a person's preferences. Raises Unauthenticated when the account is gone."""
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    chosen = mailing_queries.choices(session, user_id)
    workspaces = [
        MemberMails(
            access,
            [
                (each, chosen.get((access.workspace.id, each.id), each.default))
                for each in CATALOGUE
                if access.role in each.roles
            ],
        )
        for access in accesses_of(session, user_id)
    ]
    return Preferences(user, is_suppressed(session, runtime, user.email), workspaces)


def choose(
    session: Session,
    runtime: Runtime,
    source: Source,
    user_id: UUID,
    choices: list[Choice],
    *,
    subscribe: bool,
) -> Preferences:
    """Change what was chosen in the workspaces named; return all preferences.

    ``subscribe`` takes the person's own address, which has to be a proved one, off the list of
    those who want no mail. Raises NotFound for a workspace they are no member of, ValidationFailed.
    """
    accesses = {access.workspace.id: access for access in accesses_of(session, user_id)}
    faults: list[Fault] = []
    for index, choice in enumerate(choices):
        access = accesses.get(choice.workspace_id)
        if access is None:
            raise NotFound
        faults += [
            Fault(f"#/workspaces/{index}/mails/{number}/id", f"is not sent to a {access.role}")
            for number, mail_id in enumerate(choice.mails)
            if access.role not in BY_ID[mail_id].roles
        ]
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    if subscribe and user.confirmed_at is None:
        faults.append(Fault("#/subscribe", "needs an address that was confirmed"))
    if faults:
        raise ValidationFailed(faults=tuple(faults))
    for choice in choices:
        mailing_queries.replace_choices(session, choice.workspace_id, user_id, choice.mails)
    if subscribe and resubscribe(session, runtime, user.email):
        record(session, runtime, source, Event("account.resubscribed", user_id))
    return read(session, runtime, user_id)
