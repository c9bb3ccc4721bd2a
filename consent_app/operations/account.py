"""The operations of account.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class UpdateAccountBody(Values):
    """What is sent as ``UpdateAccountBody``."""

    __slots__ = ("locale", "name")
    names = (
        "name",
        "locale",
    )

    name: str | None
    locale: str | None


class ChangePasswordBody(Values):
    """What is sent as ``ChangePasswordBody``."""

    __slots__ = ("current_password", "end_other_sessions", "new_password")
    names = (
        "currentPassword",
        "newPassword",
        "endOtherSessions",
    )
    defaults = {"end_other_sessions": True}

    current_password: str
    new_password: str
    end_other_sessions: bool


class ReplaceBackupCodesBody(Values):
    """What is sent as ``ReplaceBackupCodesBody``."""

    __slots__ = (
        "code",
        "end_other_sessions",
    )
    names = (
        "code",
        "endOtherSessions",
    )
    defaults = {"end_other_sessions": False}

    code: str
    end_other_sessions: bool


class ChangeEmailBody(Values):
    """What is sent as ``ChangeEmailBody``."""

    __slots__ = ("code", "email", "password")
    names = (
        "email",
        "password",
        "code",
    )

    email: str
    password: str
    code: str


class BeginAuthenticatorChangeBody(Values):
    """What is sent as ``BeginAuthenticatorChangeBody``."""

    __slots__ = ("code", "password")
    names = (
        "password",
        "code",
    )

    password: str
    code: str


class FinishAuthenticatorChangeBody(Values):
    """What is sent as ``FinishAuthenticatorChangeBody``."""

    __slots__ = (
        "challenge_token",
        "code",
        "end_other_sessions",
    )
    names = (
        "challengeToken",
        "code",
        "endOtherSessions",
    )
    defaults = {"end_other_sessions": False}

    challenge_token: str
    code: str
    end_other_sessions: bool


class SessionIdPath(Values):
    """What is sent as ``SessionIdPath``."""

    __slots__ = ("session_id",)
    names = ("sessionId",)

    session_id: UUID


class IdentityIdPath(Values):
    """What is sent as ``IdentityIdPath``."""

    __slots__ = ("identity_id",)
    names = ("identityId",)

    identity_id: UUID


class ListSecurityEventsQuery(Values):
    """What is sent as ``ListSecurityEventsQuery``."""

    __slots__ = ("cursor", "limit")
    names = (
        "limit",
        "cursor",
    )
    defaults = {"limit": 100}

    limit: int
    cursor: UUID | None


class CreateWorkspaceHandoffBody(Values):
    """What is sent as ``CreateWorkspaceHandoffBody``."""

    __slots__ = ("org_slug",)
    names = ("orgSlug",)

    org_slug: str


class PutMailPreferencesBody(Values):
    """What is sent as ``PutMailPreferencesBody``."""

    __slots__ = (
        "subscribe",
        "workspaces",
    )
    names = (
        "subscribe",
        "workspaces",
    )

    subscribe: bool | None
    workspaces: list[dict[str, Any]] | None


class DeleteAccountBody(Values):
    """What is sent as ``DeleteAccountBody``."""

    __slots__ = ("code", "password")
    names = (
        "password",
        "code",
    )

    password: str
    code: str


class GetAccount(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/account``."""

    __slots__ = ()
    operation_id = "getAccount"
    types = (Empty, Empty, Empty, Empty)


class UpdateAccount(ApiRequest[Empty, Empty, Empty, UpdateAccountBody]):
    """``PATCH /v1/account``."""

    __slots__ = ()
    operation_id = "updateAccount"
    types = (Empty, Empty, Empty, UpdateAccountBody)


class ChangePassword(ApiRequest[Empty, Empty, Empty, ChangePasswordBody]):
    """``POST /v1/account/password``."""

    __slots__ = ()
    operation_id = "changePassword"
    types = (Empty, Empty, Empty, ChangePasswordBody)


class ReplaceBackupCodes(ApiRequest[Empty, Empty, Empty, ReplaceBackupCodesBody]):
    """``POST /v1/account/backup-codes``."""

    __slots__ = ()
    operation_id = "replaceBackupCodes"
    types = (Empty, Empty, Empty, ReplaceBackupCodesBody)


class ChangeEmail(ApiRequest[Empty, Empty, Empty, ChangeEmailBody]):
    """``POST /v1/account/email``."""

    __slots__ = ()
    operation_id = "changeEmail"
    types = (Empty, Empty, Empty, ChangeEmailBody)


class BeginAuthenticatorChange(ApiRequest[Empty, Empty, Empty, BeginAuthenticatorChangeBody]):
    """``POST /v1/account/second-factor``."""

    __slots__ = ()
    operation_id = "beginAuthenticatorChange"
    types = (Empty, Empty, Empty, BeginAuthenticatorChangeBody)


class FinishAuthenticatorChange(ApiRequest[Empty, Empty, Empty, FinishAuthenticatorChangeBody]):
    """``POST /v1/account/second-factor/confirm``."""

    __slots__ = ()
    operation_id = "finishAuthenticatorChange"
    types = (Empty, Empty, Empty, FinishAuthenticatorChangeBody)


class ListSessions(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/account/sessions``."""

    __slots__ = ()
    operation_id = "listSessions"
    types = (Empty, Empty, Empty, Empty)


class EndOtherSessions(ApiRequest[Empty, Empty, Empty, Empty]):
    """``DELETE /v1/account/sessions``."""

    __slots__ = ()
    operation_id = "endOtherSessions"
    types = (Empty, Empty, Empty, Empty)


class EndSession(ApiRequest[SessionIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/account/sessions/{sessionId}``."""

    __slots__ = ()
    operation_id = "endSession"
    types = (SessionIdPath, Empty, Empty, Empty)


class ListIdentities(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/account/identities``."""

    __slots__ = ()
    operation_id = "listIdentities"
    types = (Empty, Empty, Empty, Empty)


class UnlinkIdentity(ApiRequest[IdentityIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/account/identities/{identityId}``."""

    __slots__ = ()
    operation_id = "unlinkIdentity"
    types = (IdentityIdPath, Empty, Empty, Empty)


class ListSecurityEvents(ApiRequest[Empty, ListSecurityEventsQuery, Empty, Empty]):
    """``GET /v1/account/security-events``."""

    __slots__ = ()
    operation_id = "listSecurityEvents"
    types = (Empty, ListSecurityEventsQuery, Empty, Empty)


class CreateWorkspaceHandoff(ApiRequest[Empty, Empty, Empty, CreateWorkspaceHandoffBody]):
    """``POST /v1/account/handoff``."""

    __slots__ = ()
    operation_id = "createWorkspaceHandoff"
    types = (Empty, Empty, Empty, CreateWorkspaceHandoffBody)


class GetMailPreferences(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/account/mail-preferences``."""

    __slots__ = ()
    operation_id = "getMailPreferences"
    types = (Empty, Empty, Empty, Empty)


class PutMailPreferences(ApiRequest[Empty, Empty, Empty, PutMailPreferencesBody]):
    """``PUT /v1/account/mail-preferences``."""

    __slots__ = ()
    operation_id = "putMailPreferences"
    types = (Empty, Empty, Empty, PutMailPreferencesBody)


class DeleteAccount(ApiRequest[Empty, Empty, Empty, DeleteAccountBody]):
    """``POST /v1/account/delete``."""

    __slots__ = ()
    operation_id = "deleteAccount"
    types = (Empty, Empty, Empty, DeleteAccountBody)
