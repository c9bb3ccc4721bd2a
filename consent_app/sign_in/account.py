"""A person's own account: what it shows, its name, and its open sessions."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user, lock_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import NotFound, Unauthenticated
from consent_app.sign_in import account_queries, session_queries
from consent_app.sign_in.account_presenting import Account, OpenSession
from consent_app.sign_in.models import SecondFactor
from consent_app.sign_in.sessions import Caller
from consent_app.sign_in.takeover import end_all_sessions
from consent_app.sign_in.tokens import LIFETIMES, Purpose
from consent_app.workspaces.service import accesses_of


def read(session: Session, user_id: UUID, *, within: UUID | None = None) -> Account:
    """Return the account with its second factor's state and its workspaces, or the one ``within``
    which a session is bound.

    Raises Unauthenticated when it was deleted meanwhile.
    """
    user = find_user(session, user_id)
    if user is None:
        raise Unauthenticated
    factor = session.get(SecondFactor, user_id)
    return Account(
        user=user,
        enrolled_at=factor.enrolled_at if factor else None,
        backup_codes_left=account_queries.backup_codes_left(session, user_id),
        accesses=[
            access
            for access in accesses_of(session, user_id)
            if within is None or access.workspace.id == within
        ],
    )


def change(
    session: Session,
    app: Application,
    source: Source,
    user_id: UUID,
    *,
    name: str | None,
    locale: str | None,
) -> Account:
    """Give the user another name, which is trimmed already, or mails in another language.

    None leaves either as it is. Raises Unauthenticated.
    """
    account = read(session, user_id)
    if name is not None:
        account.user.name = name
        record(session, app, source, Event("account.renamed", user_id))
    if locale is not None:
        account.user.locale = locale
    return account


def open_sessions(session: Session, app: Application, user_id: UUID) -> list[OpenSession]:
    """Return the user's sessions that have not ended, the newest first.

    A panel session ends 30 days after its tokens were last issued, for they cannot be refreshed any
    more then; one of a workspace that the user has left is not open.
    """
    now = app.now()
    workspaces = {access.workspace.id: access.workspace for access in accesses_of(session, user_id)}
    listed = []
    for row in session_queries.live_sessions(session, user_id, now):
        expires_at = row.expires_at
        if row.workspace_id is not None:
            last_used = row.last_used_at or row.created_at
            expires_at = min(expires_at, last_used + LIFETIMES[Purpose.REFRESH])
        belongs = row.workspace_id is None or row.workspace_id in workspaces
        if belongs and expires_at > now:
            workspace = workspaces[row.workspace_id] if row.workspace_id else None
            listed.append(OpenSession(row, workspace, expires_at))
    return listed


def end_session(
    session: Session, app: Application, source: Source, caller: Caller, session_id: UUID
) -> None:
    """End one of the caller's sessions and what it handed off to; their tokens lose their force at
    once. Raises NotFound.
    """
    now = app.now()
    ended = session_queries.lock_live(session, caller.user_id, session_id, now)
    if ended is None:
        raise NotFound
    session_queries.end_with_descendants(session, session_id, now)
    event = Event("session.ended", caller.user_id, ended.workspace_id, session_id)
    record(session, app, source, event)


def end_other_sessions(session: Session, app: Application, source: Source, caller: Caller) -> None:
    """End every session of the caller but the one that asks, and the root that it hangs on."""
    if lock_user(session, caller.user_id) is None:
        raise Unauthenticated
    ended = end_all_sessions(session, caller.user_id, app.now(), but=caller.session_id)
    event = Event("session.others_ended", caller.user_id, detail={"ended": str(ended)})
    record(session, app, source, event)
