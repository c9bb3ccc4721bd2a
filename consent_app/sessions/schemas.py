"""Sessions and hand-offs as JSON."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import user_summary
from consent_app.sessions.handoff import Handoff, RedeemedAccountHandoff
from consent_app.sessions.sessions import AccountSession, OpenedSession, TokenPair
from consent_app.workspaces.service import organization_summary


def opened_session(opened: OpenedSession) -> dict[str, Any]:
    """Return the AccountSessionResponse or the AuthSessionResponse of the document."""
    user = user_summary(opened.user.id, opened.user.email)
    if isinstance(opened, AccountSession):
        return {"accountToken": opened.token, "user": user}
    return {
        **token_pair(opened.tokens),
        "user": user,
        "organization": organization_summary(opened.workspace),
    }


def token_pair(tokens: TokenPair) -> dict[str, str]:
    """Return the RefreshResponse of the document."""
    return {"accessToken": tokens.access_token, "refreshToken": tokens.refresh_token}


def handoff(handoff: Handoff) -> dict[str, str]:
    """Return the Handoff of the document."""
    return {"code": handoff.code, "url": handoff.url}


def redeemed_account_handoff(redeemed: RedeemedAccountHandoff) -> dict[str, Any]:
    """Return the AccountHandoffSession of the document."""
    workspace = redeemed.workspace
    return {
        **opened_session(redeemed.session),
        "organization": organization_summary(workspace) if workspace else None,
    }
