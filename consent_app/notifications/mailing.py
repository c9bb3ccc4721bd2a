"""From what happened to the mails about it: who gets one, and the last look before it goes."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app import mail
from consent_app.db.ids import new_id
from consent_app.notifications import mailing_queries as queries
from consent_app.notifications.catalogue import BY_ID, NotificationMail
from consent_app.notifications.unsubscribing import is_suppressed, ways_out
from consent_app.runtime import Runtime
from consent_app.workspaces.service import (
    Member,
    find_workspace,
    is_suspended,
    members_of,
    role_of,
)

GUARD = "notifications"

ParamsIn = Callable[[str], Mapping[str, str]]
"""The parameters of a mail in one language."""


def mail_members(
    session: Session,
    runtime: Runtime,
    workspace_id: UUID,
    notification: NotificationMail,
    subject: str,
    params_in: ParamsIn,
    *,
    but_not: str | None = None,
) -> int:
    """Have one mail sent to each member who may get it and wants it; return how many.

    Once a ``subject``: where mails about it were caused before, this does nothing. ``but_not`` is
    the address of whom it is about. Members who never proved their address get none.
    """
    workspace = find_workspace(session, workspace_id)
    if workspace is None or is_suspended(workspace, runtime.now()):
        return 0
    if not queries.claim(session, workspace_id, notification.id, subject, runtime.now()):
        return 0
    chosen = queries.choices_about(session, workspace_id, notification.id)
    recipients = [
        member
        for member in members_of(session, workspace_id)
        if member.role in notification.roles
        and chosen.get(member.user_id, notification.default)
        and member.confirmed_at is not None
        and member.email != but_not
    ]
    own = {"workspace": workspace.name, "url": runtime.settings.workspace_url(workspace.slug)}
    for member in recipients:
        params = {**params_in(member.locale), **own}
        _mail(session, runtime, workspace_id, notification, member, params)
    return len(recipients)


def _mail(
    session: Session,
    runtime: Runtime,
    workspace_id: UUID,
    notification: NotificationMail,
    member: Member,
    params: Mapping[str, str],
) -> None:
    mail_id = new_id()
    mail.send_later(
        session,
        runtime,
        template=notification.template.name,
        to=member.email,
        locale=member.locale,
        params=params,
        listed=mail.Listed(
            mail_id=mail_id,
            unsubscribe=ways_out(runtime, member.email, mail_id),
            guard=GUARD,
            guard_params={
                "workspace": str(workspace_id),
                "user": str(member.user_id),
                "mail": notification.id,
            },
        ),
    )


def may_go(runtime: Runtime, to: str, params: Mapping[str, str]) -> bool:
    """The guard: whether its recipient still may get a mail and wants it, now that it is sent.

    Between the event and a mail server that takes the mail may lie hours.
    """
    workspace_id, user_id = UUID(params["workspace"]), UUID(params["user"])
    notification = BY_ID.get(params["mail"])
    if notification is None:
        return False
    with runtime.database.session(read_only=True) as session:
        if role_of(session, workspace_id, user_id) not in notification.roles:
            return False
        chosen = queries.choices_about(session, workspace_id, notification.id)
        if not chosen.get(user_id, notification.default):
            return False
        return not is_suppressed(session, runtime, to)
