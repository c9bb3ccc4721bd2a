"""Functions that other rooms may call: opening and ending sessions, hand-offs, one-time tokens."""

from consent_app.sessions.handoff import Handoff, create_handoff
from consent_app.sessions.known_clients import (
    add_network,
    is_network_of_email,
    is_network_of_user,
    network_hash,
)
from consent_app.sessions.models import PASSWORD_PROVED, OneTimeToken, Purpose, UserSession
from consent_app.sessions.queries import (
    delete_known_clients,
    delete_sessions,
    end_bound_sessions,
    end_session_tree,
    end_sessions_in_workspace,
    get_live_session,
    get_live_sessions,
    lock_live_session,
)
from consent_app.sessions.schemas import handoff as handoff_schema
from consent_app.sessions.schemas import opened_session as opened_session_schema
from consent_app.sessions.sessions import (
    Authentication,
    OpenedSession,
    SessionBasis,
    authenticate,
    delete_user_with_sessions,
    end_all_sessions,
    open_account_session,
    open_workspace_session,
    tokens_expire_at,
)
from consent_app.sessions.token_queries import (
    TokenScope,
    consume_token,
    count_attempt,
    delete_tokens,
    get_live_token,
    issue_token,
    lock_tokens,
    release_attempt,
    revoke_tokens,
    set_sealed_once,
)

__all__ = [
    "PASSWORD_PROVED",
    "Authentication",
    "Handoff",
    "OneTimeToken",
    "OpenedSession",
    "Purpose",
    "SessionBasis",
    "TokenScope",
    "UserSession",
    "add_network",
    "authenticate",
    "consume_token",
    "count_attempt",
    "create_handoff",
    "delete_known_clients",
    "delete_sessions",
    "delete_tokens",
    "delete_user_with_sessions",
    "end_all_sessions",
    "end_bound_sessions",
    "end_session_tree",
    "end_sessions_in_workspace",
    "get_live_session",
    "get_live_sessions",
    "get_live_token",
    "handoff_schema",
    "is_network_of_email",
    "is_network_of_user",
    "issue_token",
    "lock_live_session",
    "lock_tokens",
    "network_hash",
    "open_account_session",
    "open_workspace_session",
    "opened_session_schema",
    "release_attempt",
    "revoke_tokens",
    "set_sealed_once",
    "tokens_expire_at",
]
