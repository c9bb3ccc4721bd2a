"""Sessions: opening them, rotating their refresh tokens, ending them, and identifying their
users."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import User, delete_user, get_user
from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.errors import InvalidRefreshToken
from consent_app.security.signed_tokens import (
    ACCOUNT_TOKEN_LIFETIME,
    Audience,
    Claims,
    TokenInvalidError,
)
from consent_app.sessions import known_clients, queries, token_queries
from consent_app.sessions.events import RefreshTokenReused, SessionLoggedOut
from consent_app.sessions.models import LIFETIMES, USER_AGENT_CHARACTERS, Purpose, UserSession
from consent_app.sessions.token_queries import TokenScope
from consent_app.workspaces.service import Workspace, get_access, is_suspended

SESSION_LIFETIME = timedelta(days=90)
"""The lifetime of a session, from the sign-in on. An account token expires much earlier; the
sessions that it handed off to are refreshed until then."""

MAX_SESSIONS = 500
"""How many open sessions a person may have, besides those that handed off to others. Opening one
more ends the one that was not used for longest: an endless list would take seconds to show."""


@dataclass(frozen=True, slots=True)
class Authentication:
    """The user of a valid access or account token. ``suspended`` means that their workspace is."""

    actor: Actor
    suspended: bool = False


@dataclass(frozen=True, slots=True)
class SessionBasis:
    """The basis of a session: a sign-in, or the session that handed off to it.

    ``bound`` means that the sign-in was by an invitation link only.
    """

    parent: UserSession | None = None
    bound: bool = False


FROM_SIGN_IN = SessionBasis()


@dataclass(frozen=True, slots=True)
class TokenPair:
    """The tokens of a session of a workspace's panel."""

    access_token: str
    refresh_token: str


@dataclass(frozen=True, slots=True)
class AccountSession:
    """A session of the account only, which was just opened."""

    token: str
    user: User


@dataclass(frozen=True, slots=True)
class WorkspaceSession:
    """A session of a workspace's panel that was just opened."""

    tokens: TokenPair
    user: User
    workspace: Workspace


OpenedSession = AccountSession | WorkspaceSession


def open_account_session(
    ctx: Context, user: User, basis: SessionBasis = FROM_SIGN_IN
) -> AccountSession:
    """Open a session of the account only."""
    now = ctx.now()
    opened = _open(ctx, user, None, basis)
    claims = Claims(user.id, opened.id, None)
    return AccountSession(ctx.app.signer.issue("account", claims, now), user)


def open_workspace_session(
    ctx: Context, user: User, workspace: Workspace, basis: SessionBasis = FROM_SIGN_IN
) -> WorkspaceSession:
    """Open a session of a workspace's panel."""
    now = ctx.now()
    opened = _open(ctx, user, workspace.id, basis)
    return WorkspaceSession(_token_pair(ctx, opened, now), user, workspace)


def refresh(ctx: Context, token_text: str) -> TokenPair:
    """Rotate a refresh token, in a separate transaction.

    Raises InvalidRefreshToken. A token that was consumed before ends its whole session, and so does
    losing a concurrent rotation: the session's end is committed although the caller is refused.
    """
    with ctx.transaction() as writing:
        tokens = _rotate(writing, token_text)
    if tokens is None:
        raise InvalidRefreshToken
    return tokens


def log_out(ctx: Context, token_text: str) -> None:
    """End the session of a refresh token in any state. Ignores unknown tokens."""
    session = ctx.session
    token = token_queries.get_token(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return
    ended = session.get(UserSession, token.session_id)
    queries.end_session_tree(session, token.session_id, ctx.now())
    if ended is not None and ended.revoked_at is None:
        actor = ctx.acting_as(ended.user_id, ended.workspace_id)
        actor.emit(SessionLoggedOut(subject_id=ended.id))


def authenticate(
    session: Session, app: Application, token: str, audience: Audience
) -> Authentication | None:
    """Return the user of a signed token; None if it is invalid or its session has ended.

    The session, its root and the membership are looked up on every use.
    """
    now = app.now()
    try:
        claims = app.signer.verify(token, audience, now)
    except TokenInvalidError:
        return None
    user_id, workspace_id = claims.user_id, claims.workspace_id
    row = queries.get_token_session(session, user_id, claims.session_id, now)
    if row is None:
        return None
    session_workspace_id, bound = row
    if session_workspace_id != workspace_id:
        return None
    if workspace_id is None:
        return Authentication(Actor("user", user_id, claims.session_id))
    access = get_access(session, user_id, workspace_id)
    if access is None:
        return None
    actor = Actor("user", user_id, claims.session_id, workspace_id, access.role, bound=bool(bound))
    return Authentication(actor, is_suspended(access.workspace, now))


def end_all_sessions(
    session: Session, user_id: UUID, now: datetime, *, keep: UUID | None = None
) -> int:
    """Revoke every session of the user and the unredeemed hand-off codes. Return the number of
    sessions. ``keep`` and its root are not revoked.

    The codes come first: this waits for a redemption in progress, whose session is then revoked.
    """
    token_queries.revoke_tokens(session, (Purpose.HANDOFF, Purpose.ACCOUNT_HANDOFF), user_id, now)
    return queries.end_sessions(session, user_id, now, keep)


def delete_user_with_sessions(session: Session, user_id: UUID) -> None:
    """Delete a user whom the caller has locked, with everything that only they own.

    Tokens and sessions come first. A sign-in or a refresh has locked one of them, and then
    adds rows that refer to the user, which nobody can do while the user is being deleted.
    """
    token_queries.delete_tokens(session, user_id)
    queries.delete_sessions(session, user_id)
    delete_user(session, user_id)


def tokens_expire_at(row: UserSession) -> datetime:
    """Return when the tokens of a session expire unless they are refreshed.

    A panel session's tokens can be refreshed for 30 days after they were last issued. The token of
    an account session is never refreshed.
    """
    account = row.workspace_id is None
    lifetime = ACCOUNT_TOKEN_LIFETIME if account else LIFETIMES[Purpose.REFRESH]
    return min(row.expires_at, (row.last_used_at or row.created_at) + lifetime)


def _open(ctx: Context, user: User, workspace_id: UUID | None, basis: SessionBasis) -> UserSession:
    now, parent, client = ctx.now(), basis.parent, ctx.require_client()
    opened = UserSession(
        id=ctx.app.new_id(),
        user_id=user.id,
        workspace_id=workspace_id,
        created_at=now,
        last_used_at=now,
        authenticated_at=now,
        expires_at=now + SESSION_LIFETIME,
        user_agent=(client.user_agent or "")[:USER_AGENT_CHARACTERS] or None,
        bound=basis.bound,
    )
    if parent is not None:
        opened.parent_id, opened.root_id = parent.id, parent.root_id or parent.id
        opened.authenticated_at = parent.authenticated_at or parent.created_at
        opened.expires_at = min(opened.expires_at, parent.expires_at)
        opened.bound = bool(parent.bound)
    ctx.session.add(opened)
    ctx.session.flush()
    if parent is None:
        known_clients.add_network(ctx, user.id)
    known_clients.add_device(ctx, user, opened)
    queries.end_surplus_sessions(ctx.session, user.id, MAX_SESSIONS, now)
    return opened


def _token_pair(ctx: Context, opened: UserSession, now: datetime) -> TokenPair:
    claims = Claims(opened.user_id, opened.id, opened.workspace_id)
    scope = TokenScope(session_id=opened.id, not_after=opened.expires_at)
    return TokenPair(
        ctx.app.signer.issue("panel", claims, now),
        token_queries.issue_token(ctx.session, Purpose.REFRESH, opened.user_id, now, scope),
    )


def _rotate(ctx: Context, token_text: str) -> TokenPair | None:
    session, now = ctx.session, ctx.now()
    token = token_queries.get_token(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return None
    # Lock the session's row first, so that concurrent rotations and logouts happen one after the
    # other, and its root before it, as when sessions are ended.
    opened = queries.lock_session(session, token.session_id)
    if opened is None or queries.get_live_session(session, opened.user_id, opened.id, now) is None:
        return None
    if not token_queries.consume_token(session, token.id, now):
        if token.expires_at > now:
            queries.end_session_tree(session, opened.id, now)
            actor = ctx.acting_as(opened.user_id, opened.workspace_id)
            actor.emit(RefreshTokenReused(subject_id=opened.id, outcome="refused"))
        return None
    user = get_user(session, opened.user_id)
    access = (
        get_access(session, opened.user_id, opened.workspace_id)
        if user is not None and opened.workspace_id is not None
        else None
    )
    if access is None or is_suspended(access.workspace, now):
        queries.end_session_tree(session, opened.id, now)
        return None
    opened.last_used_at = now
    return _token_pair(ctx, opened, now)
