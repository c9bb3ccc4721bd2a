"""Sessions: opening them, rotating their refresh tokens, ending them, and who is behind a token."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import select, update
from sqlalchemy.orm import Session

from consent_app.accounts.service import User, find_user, user_summary
from consent_app.audit.service import Event, Source, record
from consent_app.db.ids import new_id
from consent_app.errors import InvalidRefreshToken
from consent_app.runtime import Runtime
from consent_app.security.signed_tokens import (
    ACCOUNT_TOKEN_LIFETIME,
    Audience,
    Claims,
    TokenInvalidError,
)
from consent_app.sign_in import tokens
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

    ``workspace_id`` and ``role`` are None for an account token.
    """

    user_id: UUID
    session_id: UUID
    workspace_id: UUID | None = None
    role: str | None = None
    suspended: bool = False


def open_account_session(
    session: Session, runtime: Runtime, source: Source, user: User
) -> dict[str, Any]:
    """Open a session of the account alone and return the AccountSessionResponse."""
    now = runtime.now()
    opened = _open(session, runtime, source, user, None, ACCOUNT_TOKEN_LIFETIME)
    claims = Claims(user.id, opened.id, None)
    return {
        "accountToken": runtime.signer.issue("account", claims, now),
        "user": user_summary(user.id, user.email),
    }


def open_workspace_session(
    session: Session, runtime: Runtime, source: Source, user: User, workspace: Workspace
) -> dict[str, Any]:
    """Open a session of a workspace's panel and return the AuthSessionResponse."""
    now = runtime.now()
    opened = _open(session, runtime, source, user, workspace.id, SESSION_LIFETIME)
    return {
        **_token_pair(session, runtime, opened, now),
        "user": user_summary(user.id, user.email),
        "organization": organization_summary(workspace),
    }


def refresh(runtime: Runtime, source: Source, token_text: str) -> dict[str, str]:
    """Rotate a refresh token and return the RefreshResponse, in a transaction of its own.

    Raises InvalidRefreshToken. A token that was spent before ends its whole session, and so does
    losing a simultaneous rotation: the ending is committed although the caller is refused.
    """
    with runtime.database.transaction() as session:
        answer = _rotate(session, runtime, source, token_text)
    if answer is None:
        raise InvalidRefreshToken
    return answer


def log_out(session: Session, runtime: Runtime, source: Source, token_text: str) -> None:
    """End the session of a refresh token, whatever the token's state. Unknown ones do nothing."""
    token = tokens.find(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return
    ended = session.get(UserSession, token.session_id)
    end_session(session, token.session_id, runtime.now())
    if ended is not None and ended.revoked_at is None:
        event = Event("session.logged_out", ended.user_id, ended.workspace_id, ended.id)
        record(session, runtime, source, event)


def end_session(session: Session, session_id: UUID, now: datetime) -> None:
    """Revoke a session: its tokens end at once, because every use looks the session up."""
    session.execute(
        update(UserSession)
        .where(UserSession.id == session_id, UserSession.revoked_at.is_(None))
        .values(revoked_at=now)
        .execution_options(synchronize_session=False)
    )


def caller_of(session: Session, runtime: Runtime, token: str, audience: Audience) -> Caller | None:
    """Return who is behind a signed token, None if it is invalid or its session has ended.

    The session and the membership are looked up at every use.
    """
    now = runtime.now()
    try:
        claims = runtime.signer.check(token, audience, now)
    except TokenInvalidError:
        return None
    found = session.execute(
        select(UserSession.workspace_id, UserSession.revoked_at, UserSession.expires_at).where(
            UserSession.id == claims.session_id, UserSession.user_id == claims.user_id
        )
    ).one_or_none()
    if found is None or found.revoked_at is not None or found.expires_at <= now:
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
    )


def _open(
    session: Session,
    runtime: Runtime,
    source: Source,
    user: User,
    workspace_id: UUID | None,
    lifetime: timedelta,
) -> UserSession:
    now = runtime.now()
    opened = UserSession(
        id=new_id(),
        user_id=user.id,
        workspace_id=workspace_id,
        created_at=now,
        last_used_at=now,
        expires_at=now + lifetime,
        user_agent=(source.user_agent or "")[:USER_AGENT_CHARACTERS] or None,
    )
    session.add(opened)
    session.flush()
    tell_of_new_device(session, runtime, user, opened)
    return opened


def _token_pair(
    session: Session, runtime: Runtime, opened: UserSession, now: datetime
) -> dict[str, str]:
    claims = Claims(opened.user_id, opened.id, opened.workspace_id)
    return {
        "accessToken": runtime.signer.issue("panel", claims, now),
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
    session: Session, runtime: Runtime, source: Source, token_text: str
) -> dict[str, str] | None:
    now = runtime.now()
    token = tokens.find(session, Purpose.REFRESH, token_text)
    if token is None or token.session_id is None:
        return None
    # The family's row is locked first, so that two rotations, or a rotation and a logout, are one
    # after the other.
    family = session.scalars(
        select(UserSession).where(UserSession.id == token.session_id).with_for_update()
    ).one_or_none()
    if family is None or family.revoked_at is not None or family.expires_at <= now:
        return None
    if not tokens.spend(session, token.id, now):
        if token.expires_at > now:
            end_session(session, family.id, now)
            reuse = Event("session.refresh_reused", family.user_id, family.workspace_id, family.id)
            record(session, runtime, source, reuse, outcome="refused")
        return None
    user = find_user(session, family.user_id)
    access = (
        access_by_id(session, family.user_id, family.workspace_id)
        if user is not None and family.workspace_id is not None
        else None
    )
    if access is None or is_suspended(access.workspace, now):
        end_session(session, family.id, now)
        return None
    family.last_used_at = now
    return _token_pair(session, runtime, family, now)
