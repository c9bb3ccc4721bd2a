"""The sessions of the caller's account: listing and ending them."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from uuid import UUID

from consent_app.account.events import OtherSessionsEnded, SessionEnded
from consent_app.accounts.service import lock_user
from consent_app.context import Context
from consent_app.errors import NotFound, Unauthenticated
from consent_app.events.event import Change
from consent_app.sessions.service import (
    UserSession,
    end_all_sessions,
    end_session_tree,
    get_live_sessions,
    lock_live_session,
    tokens_expire_at,
)
from consent_app.workspaces.service import Workspace, get_accesses


@dataclass(frozen=True, slots=True)
class OpenSession:
    """An open session; ``expires_at`` is when it ends unless it is used."""

    row: UserSession
    workspace: Workspace | None
    expires_at: datetime


def list_sessions(ctx: Context) -> list[OpenSession]:
    """Return the caller's open sessions, the newest first.

    A panel session ends 30 days after its tokens were last issued, because they can no longer be
    refreshed. A session of a workspace that the user has left is not open. An account session is
    open while its token is valid, or while a panel session that it handed off to is open.
    """
    now, user_id = ctx.now(), ctx.user_id
    accesses = get_accesses(ctx.session, user_id)
    workspaces = {access.workspace.id: access.workspace for access in accesses}
    rows = get_live_sessions(ctx.session, user_id, now)
    expiry = {row.id: tokens_expire_at(row) for row in rows}
    account_sessions = {row.id for row in rows if row.workspace_id is None}
    for row in rows:
        if row.workspace_id in workspaces and row.parent_id in account_sessions:
            expiry[row.parent_id] = max(expiry[row.parent_id], expiry[row.id])
    return [
        OpenSession(row, workspaces[row.workspace_id] if row.workspace_id else None, expiry[row.id])
        for row in rows
        if expiry[row.id] > now and (row.workspace_id is None or row.workspace_id in workspaces)
    ]


def end_session(ctx: Context, session_id: UUID) -> None:
    """End one of the caller's sessions and the ones it handed off to. Their tokens become invalid
    immediately. Raises NotFound."""
    now, user_id = ctx.now(), ctx.user_id
    ended = lock_live_session(ctx.session, user_id, session_id, now)
    if ended is None:
        raise NotFound
    end_session_tree(ctx.session, session_id, now)
    ctx.acting_as(user_id, ended.workspace_id).emit(SessionEnded(subject_id=session_id))


def end_other_sessions(ctx: Context) -> None:
    """End every session of the caller except the current one and its root.

    Raises Unauthenticated if the account no longer exists.
    """
    user_id = ctx.user_id
    if lock_user(ctx.session, user_id) is None:
        raise Unauthenticated
    ended = end_all_sessions(ctx.session, user_id, ctx.now(), keep=ctx.actor.session_id)
    changes = (Change("ended", None, str(ended)),)
    ctx.acting_as(user_id).emit(OtherSessionsEnded(changes=changes))
