"""Hand-off: carrying a sign-in from one origin to another with a short-lived single-use code.

The code is not in the URL: a URL reaches logs and histories.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user
from consent_app.application import Application
from consent_app.audit.service import Event, Source, record
from consent_app.errors import InvalidCode, NotFound, OwnSignInRequired, WorkspaceSuspended
from consent_app.sign_in import session_queries, tokens
from consent_app.sign_in.models import UserSession
from consent_app.sign_in.sessions import (
    Basis,
    Caller,
    open_account_session,
    open_workspace_session,
)
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import (
    Workspace,
    access_by_id,
    access_by_slug,
    is_suspended,
    organization_summary,
)

PAGE = "/handoff"
"""The redemption page, on every origin."""


def create_handoff(
    session: Session, app: Application, caller: Caller, workspace: Workspace
) -> dict[str, str]:
    """Return the interface's Handoff to ``workspace``: a code, and where to redeem it.

    The code ends with the caller's session.
    """
    code = tokens.issue(
        session,
        Purpose.HANDOFF,
        caller.user_id,
        app.now(),
        workspace_id=workspace.id,
        session_id=caller.session_id,
    )
    return {"code": code, "url": f"{app.settings.workspace_url(workspace.slug)}{PAGE}"}


def hand_off(
    session: Session, app: Application, source: Source, caller: Caller, slug: str
) -> dict[str, str]:
    """Return a Handoff to the workspace ``slug``.

    Raises NotFound, the same for an unknown workspace and one that the user is no member of;
    OwnSignInRequired for a session that is bound to another.
    """
    access = access_by_slug(session, caller.user_id, slug)
    if access is None:
        raise NotFound
    if caller.bound and access.workspace.id != caller.workspace_id:
        raise OwnSignInRequired
    record(session, app, source, Event("handoff.created", caller.user_id, access.workspace.id))
    return create_handoff(session, app, caller, access.workspace)


def hand_off_account(
    session: Session, app: Application, source: Source, caller: Caller
) -> dict[str, str]:
    """Return a Handoff to the public site, from the workspace of the caller's token.

    Raises OwnSignInRequired for a session that is bound to its workspace.
    """
    if caller.bound:
        raise OwnSignInRequired
    code = tokens.issue(
        session,
        Purpose.ACCOUNT_HANDOFF,
        caller.user_id,
        app.now(),
        workspace_id=caller.workspace_id,
        session_id=caller.session_id,
    )
    created = Event("account_handoff.created", caller.user_id, caller.workspace_id)
    record(session, app, source, created)
    return {"code": code, "url": f"{app.settings.public_origin}{PAGE}"}


def exchange(session: Session, app: Application, source: Source, code: str) -> dict[str, Any]:
    """Redeem a code for a session of its workspace (AuthSessionResponse).

    Access is checked again now. Raises InvalidCode when the code is unknown, expired or spent, or
    when the session that made it or the membership has ended; WorkspaceSuspended. The new session
    is a child of the one that made the code.
    """
    parent, workspace_id = _spend(session, app, Purpose.HANDOFF, code)
    user_id = parent.user_id
    user = find_user(session, user_id)
    access = access_by_id(session, user_id, workspace_id)
    if user is None or access is None:
        raise InvalidCode
    if is_suspended(access.workspace, app.now()):
        raise WorkspaceSuspended
    record(session, app, source, Event("handoff.redeemed", user_id, workspace_id))
    return open_workspace_session(session, app, source, user, access.workspace, Basis(parent))


def exchange_account(
    session: Session, app: Application, source: Source, code: str
) -> dict[str, Any]:
    """Redeem a code for a session of the account alone (AccountHandoffSession).

    ``organization`` is where the caller came from, None once no member of it. Raises InvalidCode.
    """
    parent, workspace_id = _spend(session, app, Purpose.ACCOUNT_HANDOFF, code)
    user_id = parent.user_id
    user = find_user(session, user_id)
    if user is None:
        raise InvalidCode
    access = access_by_id(session, user_id, workspace_id)
    record(session, app, source, Event("account_handoff.redeemed", user_id, workspace_id))
    return {
        **open_account_session(session, app, source, user, Basis(parent)),
        "organization": organization_summary(access.workspace) if access else None,
    }


def _spend(
    session: Session, app: Application, purpose: Purpose, code: str
) -> tuple[UserSession, UUID]:
    """Spend a code; return the session that made it, its root held, and the workspace."""
    now = app.now()
    token = tokens.find_live(session, purpose, code, now)
    if token is None or token.workspace_id is None or token.session_id is None:
        raise InvalidCode
    if not tokens.spend(session, token.id, now):
        raise InvalidCode
    parent = session_queries.lock_live(session, token.user_id, token.session_id, now)
    if parent is None:
        raise InvalidCode
    return parent, token.workspace_id
