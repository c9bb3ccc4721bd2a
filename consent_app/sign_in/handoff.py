"""Hand-off: carrying a sign-in from one origin to another with a short-lived single-use code."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import find_user
from consent_app.errors import InvalidCode, WorkspaceSuspended
from consent_app.runtime import Runtime
from consent_app.sign_in import tokens
from consent_app.sign_in.sessions import open_workspace_session
from consent_app.sign_in.tokens import Purpose
from consent_app.workspaces.service import Workspace, access_by_id, is_suspended


def create_handoff(
    session: Session, runtime: Runtime, user_id: UUID, workspace: Workspace
) -> dict[str, str]:
    """Return the interface's Handoff to ``workspace``: a code, and where to redeem it.

    The code is not in the URL: a URL reaches logs and histories.
    """
    code = tokens.issue(session, Purpose.HANDOFF, user_id, runtime.now(), workspace_id=workspace.id)
    return {"code": code, "url": f"{runtime.settings.workspace_url(workspace.slug)}/handoff"}


def exchange(session: Session, runtime: Runtime, code: str) -> dict[str, Any]:
    """Redeem a code for a session of its workspace (AuthSessionResponse).

    Access is checked again now. Raises InvalidCode when the code is unknown, expired, spent or the
    membership has ended; WorkspaceSuspended.
    """
    now = runtime.now()
    token = tokens.find_live(session, Purpose.HANDOFF, code, now)
    if token is None or token.workspace_id is None or not tokens.spend(session, token.id, now):
        raise InvalidCode
    user = find_user(session, token.user_id)
    access = access_by_id(session, token.user_id, token.workspace_id)
    if user is None or access is None:
        raise InvalidCode
    if is_suspended(access.workspace, now):
        raise WorkspaceSuspended
    return open_workspace_session(session, runtime, user, access.workspace)
