"""Sessions: opening them, rotating their refresh tokens, ending them, and who is behind a token."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user, user_summary
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.db.ids import new_id
from consent_app.errors import InvalidRefreshToken
from consent_app.security.signed_tokens import (
    ACCOUNT_TOKEN_LIFETIME,
    Audience,
    Claims,
    TokenInvalidError,
)
from consent_app.sign_in import known_networks, session_queries, tokens
from consent_app.sign_in.models import USER_AGENT_CHARACTERS, UserSession
from consent_app.sign_in.new_device import tell_of_new_device
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import (
    Workspace,
    access_by_id,
    is_suspended,
    organization_summary,
)

SESSION_LIFETIME = timedelta(days=90)
"""The most that refreshing can extend a panel session to."""


@dataclass(frozen=True, slots=True)
class Caller:
    """Who is behind a valid access or account token.

    ``workspace_id`` and ``role`` are None for an account token. ``bound``: the sign-in showed no
    more than an invitation's link, and reaches no further than its workspace.
    """

    user_id: UUID
    session_id: UUID
    workspace_id: UUID | None = None
    role: str | None = None
    suspended: bool = False
    bound: bool = False


@dataclass(frozen=True, slots=True)
class Basis:
    """What a session rests on: a sign-in of its own, or the session that handed off to it.

    ``bound``: the sign-in showed no more than an invitation's link.
    """

    parent: UserSession | None = None
    bound: bool = False


SIGNED_IN = Basis()


def open_account_session(
    session: Session, app: Application, source: Source, user: User, basis: Basis = SIGNED_IN
) -> dict[str, Any]:
    """Open a session of the account alone and return the AccountSessionResponse."""
    now = app.now()
    opened = _open(session, app, source, user, None, basis)
    claims = Claims(user.id, opened.id, None)
    return {
        "accountToken": app.signer.issue("account", claims, now),
        "user": user_summary(user.id, user.email),
    }


def open_workspace_session(
    session: Session,
    app: Application,
    source: Source,
    user: User,
    workspace: Workspace,
    basis: Basis = SIGNED_IN,
) -> dict[str, Any]:
    """Open a session of a workspace's panel and return the AuthSessionResponse."""
    now = app.now()
    opened = _open(session, app, source, user, workspace.id, basis)
    return {
        **_token_pair(session, app, opened, now),
        "user": user_summary(user.id, user.email),
        "organization": organization_summary(workspace),
    }


def refresh(app: Application, source: Source, token_text: str) -> dict[str, str]:
    """Rotate a refresh token and return the RefreshResponse, in a transaction of its own.

    Raises InvalidRefreshToken. A token that was spent before ends its whole session, and so does
    losing a simultaneous rotation: the ending is committed although the caller is refused.
    """
    with app.database.transaction() as session:
        answer = _rotate(session, app, source, token_text)
    if answer is None:
        raise InvalidRefreshToken
    return answer


def log_out(session: Session, app: Application, source: Source, token_text: str) -> None:
    """End the session of a refresh token, whatever the token's state. Unknown ones do nothing."""
    token = tokens.find(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return
    ended = session.get(UserSession, token.session_id)
    session_queries.end_with_descendants(session, token.session_id, app.now())
    if ended is not None and ended.revoked_at is None:
        event = Event("session.logged_out", ended.user_id, ended.workspace_id, ended.id)
        record(session, app, source, event)


def caller_of(session: Session, app: Application, token: str, audience: Audience) -> Caller | None:
    """Return who is behind a signed token, None if it is invalid or its session has ended.

    The session, its root and the membership are looked up at every use.
    """
    now = app.now()
    try:
        claims = app.signer.check(token, audience, now)
    except TokenInvalidError:
        return None
    found = session_queries.live_columns(session, claims.user_id, claims.session_id, now)
    if found is None:
        return None
    if claims.workspace_id is None:
        return Caller(claims.user_id, claims.session_id) if found.workspace_id is None else None
    if found.workspace_id != claims.workspace_id:
        return None
    access = access_by_id(session, claims.user_id, claims.workspace_id)
    if access is None:
        return None
    return Caller(
        claims.user_id,
        claims.session_id,
        claims.workspace_id,
        access.role,
        is_suspended(access.workspace, now),
        bool(found.bound),
    )


def _open(
    session: Session,
    app: Application,
    source: Source,
    user: User,
    workspace_id: UUID | None,
    basis: Basis,
) -> UserSession:
    now, parent = app.now(), basis.parent
    lifetime = ACCOUNT_TOKEN_LIFETIME if workspace_id is None else SESSION_LIFETIME
    opened = UserSession(
        id=new_id(),
        user_id=user.id,
        workspace_id=workspace_id,
        created_at=now,
        last_used_at=now,
        authenticated_at=now,
        expires_at=now + lifetime,
        user_agent=(source.user_agent or "")[:USER_AGENT_CHARACTERS] or None,
        bound=basis.bound,
    )
    if parent is not None:
        opened.parent_id, opened.root_id = parent.id, parent.root_id or parent.id
        opened.authenticated_at = parent.authenticated_at or parent.created_at
        opened.expires_at = min(opened.expires_at, parent.expires_at)
        opened.bound = bool(parent.bound)
    session.add(opened)
    session.flush()
    if parent is None:
        known_networks.note(session, app, source, user.id)
    tell_of_new_device(session, app, user, opened)
    return opened


def _token_pair(
    session: Session, app: Application, opened: UserSession, now: datetime
) -> dict[str, str]:
    claims = Claims(opened.user_id, opened.id, opened.workspace_id)
    return {
        "accessToken": app.signer.issue("panel", claims, now),
        "refreshToken": tokens.issue(
            session,
            Purpose.REFRESH,
            opened.user_id,
            now,
            session_id=opened.id,
            not_after=opened.expires_at,
        ),
    }


def _rotate(
    session: Session, app: Application, source: Source, token_text: str
) -> dict[str, str] | None:
    now = app.now()
    token = tokens.find(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return None
    # The family's row is locked first, so that two rotations, or a rotation and a logout, are one
    # after the other; and its root before it, as whoever ends them does.
    session_queries.lock_root(session, token.session_id)
    family = session.scalars(
        select(UserSession).where(UserSession.id == token.session_id).with_for_update()
    ).one_or_none()
    if family is None or session_queries.get_live(session, family.user_id, family.id, now) is None:
        return None
    if not tokens.spend(session, token.id, now):
        if token.expires_at > now:
            session_queries.end_with_descendants(session, family.id, now)
            reuse = Event("session.refresh_reused", family.user_id, family.workspace_id, family.id)
            record(session, app, source, reuse, outcome="refused")
        return None
    user = find_user(session, family.user_id)
    access = (
        access_by_id(session, family.user_id, family.workspace_id)
        if user is not None and family.workspace_id is not None
        else None
    )
    if access is None or is_suspended(access.workspace, now):
        session_queries.end_with_descendants(session, family.id, now)
        return None
    family.last_used_at = now
    return _token_pair(session, app, family, now)
