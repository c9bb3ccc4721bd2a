"""Hand-off: carrying a sign-in from one origin to another with a short-lived, single-use code.

The code is not in the URL, because URLs end up in logs and histories.
"""

from __future__ import annotations

from dataclasses import dataclass
from uuid import UUID

from consent_app.accounts.service import get_user
from consent_app.context import Context
from consent_app.errors import InvalidCode, NotFound, OwnSignInRequired, WorkspaceSuspended
from consent_app.sessions import queries, token_queries
from consent_app.sessions.events import (
    AccountHandoffCreated,
    AccountHandoffRedeemed,
    HandoffCreated,
    HandoffRedeemed,
)
from consent_app.sessions.models import Purpose, UserSession
from consent_app.sessions.sessions import (
    AccountSession,
    SessionBasis,
    WorkspaceSession,
    open_account_session,
    open_workspace_session,
)
from consent_app.sessions.token_queries import TokenScope
from consent_app.workspaces.service import Workspace, get_access, get_access_by_slug, is_suspended

PAGE = "/handoff"
"""The redemption page, on every origin."""


@dataclass(frozen=True, slots=True)
class Handoff:
    """A code, and the page that redeems it."""

    code: str
    url: str


@dataclass(frozen=True, slots=True)
class RedeemedAccountHandoff:
    """A session of the account, and the workspace that it came from if the user is still a
    member."""

    session: AccountSession
    workspace: Workspace | None


def create_handoff(ctx: Context, workspace: Workspace) -> Handoff:
    """Return a hand-off of the caller's session to ``workspace``. It ends with that session."""
    ctx.in_workspace(workspace.id).emit(HandoffCreated())
    scope = TokenScope(workspace_id=workspace.id, session_id=ctx.actor.session_id)
    code = token_queries.issue_token(ctx.session, Purpose.HANDOFF, ctx.user_id, ctx.now(), scope)
    return Handoff(code, f"{ctx.app.settings.workspace_url(workspace.slug)}{PAGE}")


def hand_off(ctx: Context, slug: str) -> Handoff:
    """Return a hand-off to the workspace ``slug``.

    Raises NotFound for an unknown workspace and for one that the user is not a member of;
    OwnSignInRequired for a session that is bound to another.
    """
    access = get_access_by_slug(ctx.session, ctx.user_id, slug)
    if access is None:
        raise NotFound
    if ctx.actor.bound and access.workspace.id != ctx.workspace_id:
        raise OwnSignInRequired
    return create_handoff(ctx, access.workspace)


def hand_off_account(ctx: Context) -> Handoff:
    """Return a hand-off to the public site, from the workspace of the caller's token.

    Raises OwnSignInRequired for a session that is bound to its workspace.
    """
    if ctx.actor.bound:
        raise OwnSignInRequired
    scope = TokenScope(workspace_id=ctx.workspace_id, session_id=ctx.actor.session_id)
    code = token_queries.issue_token(
        ctx.session, Purpose.ACCOUNT_HANDOFF, ctx.user_id, ctx.now(), scope
    )
    ctx.emit(AccountHandoffCreated())
    return Handoff(code, f"{ctx.app.settings.public_origin}{PAGE}")


def redeem(ctx: Context, code: str) -> WorkspaceSession:
    """Redeem a code for a session of its workspace.

    Access is checked again now. Raises InvalidCode if the code is unknown, expired or consumed, or
    if the session that made it or the membership has ended; WorkspaceSuspended. The new session is
    a child of the one that made the code.
    """
    parent, workspace_id = _consume(ctx, Purpose.HANDOFF, code)
    user_id = parent.user_id
    user = get_user(ctx.session, user_id)
    access = get_access(ctx.session, user_id, workspace_id)
    if user is None or access is None:
        raise InvalidCode
    if is_suspended(access.workspace, ctx.now()):
        raise WorkspaceSuspended
    ctx.acting_as(user_id, workspace_id).emit(HandoffRedeemed())
    return open_workspace_session(ctx, user, access.workspace, SessionBasis(parent))


def redeem_account(ctx: Context, code: str) -> RedeemedAccountHandoff:
    """Redeem a code for a session of the account only. Raises InvalidCode."""
    parent, workspace_id = _consume(ctx, Purpose.ACCOUNT_HANDOFF, code)
    user_id = parent.user_id
    user = get_user(ctx.session, user_id)
    if user is None:
        raise InvalidCode
    access = get_access(ctx.session, user_id, workspace_id)
    ctx.acting_as(user_id, workspace_id).emit(AccountHandoffRedeemed())
    opened = open_account_session(ctx, user, SessionBasis(parent))
    return RedeemedAccountHandoff(opened, access.workspace if access else None)


def _consume(ctx: Context, purpose: Purpose, code: str) -> tuple[UserSession, UUID]:
    """Consume a code. Return the session that made it, with its root locked, and the workspace."""
    session, now = ctx.session, ctx.now()
    token = token_queries.get_live_token(session, purpose, code, now)
    if token is None or token.workspace_id is None or token.session_id is None:
        raise InvalidCode
    if not token_queries.consume_token(session, token.id, now):
        raise InvalidCode
    parent = queries.lock_live_session(session, token.user_id, token.session_id, now)
    if parent is None:
        raise InvalidCode
    return parent, token.workspace_id
