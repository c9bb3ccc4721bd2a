"""The routes of one's own account (``docs/decisions.md`` §5): with an account or a panel token."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import email_key
from consent_app.api.rate_limits import check
from consent_app.api.request import Request
from consent_app.api.views import api_view
from consent_app.audit.service import source_of
from consent_app.sign_in import (
    account,
    account_deletion,
    account_securing,
    address_change,
    authenticator_change,
    linked_identities,
)
from consent_app.sign_in.account_presenting import account_payload, session_payload
from consent_app.sign_in.network_limits import limited_source
from consent_app.text import trimmed


@api_view("account", "GET", permission="session")
def show_account(request: Request) -> dict[str, Any]:
    """Show the account."""
    caller = request.identity
    within = caller.workspace_id if caller.bound else None
    shown = account.read(request.db, caller.user_id, within=within)
    return account_payload(shown, request.app.now())


@api_view("account", "PATCH", permission="session")
def update_account(request: Request) -> dict[str, Any]:
    """Change the name or the language."""
    body = request.openapi_validated.body
    changed = account.change(
        request.db,
        request.app,
        source_of(request),
        request.identity.user_id,
        name=trimmed(body.get("name")),
        locale=body.get("locale"),
    )
    return account_payload(changed, request.app.now())


@api_view("account_password", "POST", permission="session")
def change_password(request: Request) -> None:
    """Change the password."""
    body = request.openapi_validated.body
    account_securing.change_password(
        request.app,
        limited_source(request),
        request.identity,
        body["currentPassword"],
        body["newPassword"],
        end_others=body.get("endOtherSessions", True),
    )


@api_view("account_backup_codes", "POST", permission="session")
def replace_backup_codes(request: Request) -> dict[str, Any]:
    """Replace the backup codes."""
    body = request.openapi_validated.body
    codes = account_securing.replace_backup_codes(
        request.app,
        limited_source(request),
        request.identity,
        body["code"],
        end_others=body.get("endOtherSessions", False),
    )
    return {"backupCodes": codes}


@api_view("account_sessions", "GET", permission="session")
def list_sessions(request: Request) -> list[Any]:
    """List the open sessions."""
    caller = request.identity
    listed = account.open_sessions(request.db, request.app, caller.user_id)
    return [session_payload(one, caller.session_id) for one in listed]


@api_view("account_sessions", "DELETE", permission="session")
def end_other_sessions(request: Request) -> None:
    """End every session but the one that asks."""
    account.end_other_sessions(request.db, request.app, source_of(request), request.identity)


@api_view("account_session", "DELETE", permission="session")
def end_session(request: Request) -> None:
    """End a session."""
    session_id = request.openapi_validated.parameters.path["sessionId"]
    account.end_session(request.db, request.app, source_of(request), request.identity, session_id)


@api_view("account_email", "POST", permission="session")
def change_address(request: Request) -> None:
    """Ask for another address."""
    body, source = request.openapi_validated.body, source_of(request)
    check(request, "mails", email_key(body["email"]))
    check(request, "mails_from", source.block)
    address_change.ask(
        request.app, source, request.identity, body["email"], body["password"], body["code"]
    )


@api_view("account_second_factor", "POST", permission="session")
def begin_new_authenticator(request: Request) -> dict[str, str]:
    """Give the secret of another authenticator."""
    body = request.openapi_validated.body
    return authenticator_change.begin(
        request.app, source_of(request), request.identity, body["password"], body["code"]
    )


@api_view("account_second_factor_confirm", "POST", permission="session")
def finish_new_authenticator(request: Request) -> None:
    """Put another authenticator in the former one's place."""
    body = request.openapi_validated.body
    authenticator_change.finish(
        request.app,
        source_of(request),
        request.identity,
        body["challengeToken"],
        body["code"],
        end_others=body.get("endOtherSessions", False),
    )


@api_view("account_identities", "GET", permission="session")
def list_identities(request: Request) -> list[Any]:
    """List the identities that sign in."""
    listed = linked_identities.identities_of(request.db, request.identity.user_id)
    return [linked_identities.identity_payload(each) for each in listed]


@api_view("account_identity", "DELETE", permission="session")
def unlink_identity(request: Request) -> None:
    """Unlink an identity."""
    linked_identities.unlink(
        request.db,
        request.app,
        source_of(request),
        request.identity.user_id,
        request.openapi_validated.parameters.path["identityId"],
    )


@api_view("account_delete", "POST", permission="session")
def delete_account(request: Request) -> None:
    """Delete the account."""
    body = request.openapi_validated.body
    account_deletion.delete_account(
        request.app, limited_source(request), request.identity, body["password"], body["code"]
    )
