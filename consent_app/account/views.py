"""The routes of the caller's account (``docs/decisions.md`` §5), with an account or a panel
token."""

from __future__ import annotations

from typing import Any

from consent_app.account import (
    authenticator,
    deletion,
    email_change,
    identities,
    password_change,
    profile,
    schemas,
    sessions,
)
from consent_app.api.views import api_view
from consent_app.operations import account as operations
from consent_app.registration.service import limit_mails
from consent_app.sign_in.service import limit_hashing
from consent_app.text import trimmed


@api_view("account", "GET", permission="session")
def get_account(request: operations.GetAccount) -> dict[str, Any]:
    """Show the account."""
    return schemas.account(profile.get_account(request.ctx), request.ctx.now())


@api_view("account", "PATCH", permission="session")
def update_account(request: operations.UpdateAccount) -> dict[str, Any]:
    """Change the name or the language."""
    body = request.body
    updated = profile.update_account(request.ctx, trimmed(body.name), body.locale)
    return schemas.account(updated, request.ctx.now())


@api_view("account_password", "POST", permission="session")
def change_password(request: operations.ChangePassword) -> None:
    """Change the password."""
    limit_hashing(request.http)
    body = request.body
    password_change.change_password(
        request.ctx,
        body.current_password,
        body.new_password,
        end_other_sessions=body.end_other_sessions,
    )


@api_view("account_backup_codes", "POST", permission="session")
def replace_backup_codes(request: operations.ReplaceBackupCodes) -> dict[str, Any]:
    """Replace the backup codes."""
    limit_hashing(request.http)
    codes = authenticator.replace_backup_codes(
        request.ctx, request.body.code, end_other_sessions=request.body.end_other_sessions
    )
    return schemas.backup_codes(codes)


@api_view("account_sessions", "GET", permission="session")
def list_sessions(request: operations.ListSessions) -> list[dict[str, Any]]:
    """List the open sessions."""
    current = request.ctx.actor.session_id
    return [
        schemas.account_session(session, current) for session in sessions.list_sessions(request.ctx)
    ]


@api_view("account_sessions", "DELETE", permission="session")
def end_other_sessions(request: operations.EndOtherSessions) -> None:
    """End every session but the current one."""
    sessions.end_other_sessions(request.ctx)


@api_view("account_session", "DELETE", permission="session")
def end_session(request: operations.EndSession) -> None:
    """End a session."""
    sessions.end_session(request.ctx, request.path.session_id)


@api_view("account_email", "POST", permission="session")
def change_email(request: operations.ChangeEmail) -> None:
    """Request another address."""
    body = request.body
    limit_hashing(request.http)
    limit_mails(request.http, body.email)
    email_change.request_email_change(request.ctx, body.email, body.password, body.code)


@api_view("account_second_factor", "POST", permission="session")
def begin_authenticator_change(request: operations.BeginAuthenticatorChange) -> dict[str, str]:
    """Start replacing the authenticator."""
    body = request.body
    limit_hashing(request.http)
    change = authenticator.begin_authenticator_change(request.ctx, body.password, body.code)
    return schemas.authenticator_change(change)


@api_view("account_second_factor_confirm", "POST", permission="session")
def finish_authenticator_change(request: operations.FinishAuthenticatorChange) -> None:
    """Finish replacing the authenticator."""
    body = request.body
    authenticator.finish_authenticator_change(
        request.ctx,
        body.challenge_token,
        body.code,
        end_other_sessions=body.end_other_sessions,
    )


@api_view("account_identities", "GET", permission="session")
def list_identities(request: operations.ListIdentities) -> list[dict[str, Any]]:
    """List the identities that sign in."""
    return [schemas.linked_identity(row) for row in identities.list_identities(request.ctx)]


@api_view("account_identity", "DELETE", permission="session")
def unlink_identity(request: operations.UnlinkIdentity) -> None:
    """Unlink an identity."""
    identities.unlink(request.ctx, request.path.identity_id)


@api_view("account_delete", "POST", permission="session")
def delete_account(request: operations.DeleteAccount) -> None:
    """Delete the account."""
    limit_hashing(request.http)
    deletion.delete_account(request.ctx, request.body.password, request.body.code)
