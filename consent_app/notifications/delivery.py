"""From an event to the emails about it: who gets one, and the last check before it is sent."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from uuid import UUID

from consent_app import mail
from consent_app.accounts.service import get_user
from consent_app.application import Application
from consent_app.context import Context
from consent_app.notifications import queries
from consent_app.notifications.notification_types import MAILS_BY_ID, NotificationMail
from consent_app.unsubscription.service import is_suppressed, unsubscribe_links
from consent_app.workspaces.service import (
    Member,
    get_access,
    get_members,
    get_workspace,
    is_suspended,
)

GUARD = "notifications"

ParamsIn = Callable[[str], Mapping[str, str]]
"""The parameters of an email in one language."""


@dataclass(frozen=True, slots=True)
class Notice:
    """The subject of one email.

    ``occasion`` identifies the event, week or problem, so that emails about it are sent once.
    ``except_to`` is the address of the person it is about.
    """

    mail: NotificationMail
    occasion: str
    params_in: ParamsIn
    except_to: str | None = None


def mail_members(ctx: Context, workspace_id: UUID, notice: Notice) -> int:
    """Mail each member who may get this email and has not turned it off. Return how many.

    Members who never verified their address get none.
    """
    session, notification = ctx.session, notice.mail
    workspace = get_workspace(session, workspace_id)
    if workspace is None or is_suspended(workspace, ctx.now()):
        return 0
    if not queries.claim_mails(session, workspace_id, notification.id, notice.occasion, ctx.now()):
        return 0
    choices = queries.get_choices_about(session, workspace_id, notification.id)
    recipients = [
        member
        for member in get_members(session, workspace_id)
        if member.role in notification.roles
        and choices.get(member.user_id, notification.default)
        and member.verified_at is not None
        and member.email != notice.except_to
    ]
    workspace_params = {
        "workspace": workspace.name,
        "url": ctx.app.settings.workspace_url(workspace.slug),
    }
    for member in recipients:
        params = {**notice.params_in(member.locale), **workspace_params}
        mail.send(
            ctx,
            notification.template.name,
            member,
            params,
            _listed(ctx, workspace_id, notice, member),
        )
    return len(recipients)


def _listed(ctx: Context, workspace_id: UUID, notice: Notice, member: Member) -> mail.Listed:
    mail_id = ctx.new_id()
    return mail.Listed(
        mail_id=mail_id,
        unsubscribe=unsubscribe_links(ctx.app, member.email, mail_id),
        guard=GUARD,
        guard_params={
            "workspace": str(workspace_id),
            "user": str(member.user_id),
            "mail": notice.mail.id,
        },
    )


def may_send(app: Application, to: str, params: Mapping[str, str]) -> bool:
    """Return whether the recipient may still get the email and has not turned it off (``Guard``).

    Hours may pass between the event and the moment at which a mail server accepts the email.
    """
    workspace_id, user_id = UUID(params["workspace"]), UUID(params["user"])
    notification = MAILS_BY_ID.get(params["mail"])
    if notification is None:
        return False
    with app.database.session(read_only=True) as session:
        access = get_access(session, user_id, workspace_id)
        if access is None or access.role not in notification.roles:
            return False
        if is_suspended(access.workspace, app.now()):
            return False
        user = get_user(session, user_id)
        if user is None or user.verified_at is None or user.email != to:
            return False
        if user.disabled_at is not None:
            return False
        choices = queries.get_choices_about(session, workspace_id, notification.id)
        if not choices.get(user_id, notification.default):
            return False
        return not is_suppressed(session, app, to)
