"""The operations of workspace.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class UpdateWorkspaceBody(Values):
    """What is sent as ``UpdateWorkspaceBody``."""

    __slots__ = (
        "name",
        "retention_months",
        "visitor_data",
    )
    names = (
        "name",
        "retentionMonths",
        "visitorData",
    )

    name: str | None
    retention_months: int | None
    visitor_data: Literal["full", "reduced", "none"] | None


class MemberIdPath(Values):
    """What is sent as ``MemberIdPath``."""

    __slots__ = ("member_id",)
    names = ("memberId",)

    member_id: UUID


class UpdateMemberBody(Values):
    """What is sent as ``UpdateMemberBody``."""

    __slots__ = ("role",)
    names = ("role",)

    role: Literal["owner", "admin", "viewer"]


class CreateInvitationBody(Values):
    """What is sent as ``CreateInvitationBody``."""

    __slots__ = (
        "email",
        "role",
    )
    names = (
        "email",
        "role",
    )

    email: str
    role: Literal["owner", "admin", "viewer"]


class InvitationIdPath(Values):
    """What is sent as ``InvitationIdPath``."""

    __slots__ = ("invitation_id",)
    names = ("invitationId",)

    invitation_id: UUID


class ListAuditEventsQuery(Values):
    """What is sent as ``ListAuditEventsQuery``."""

    __slots__ = ("actor_id", "cursor", "event", "limit")
    names = (
        "event",
        "actorId",
        "limit",
        "cursor",
    )
    defaults = {"limit": 100}

    event: str | None
    actor_id: UUID | None
    limit: int
    cursor: UUID | None


class CreateApiKeyBody(Values):
    """What is sent as ``CreateApiKeyBody``."""

    __slots__ = ("expires_at", "name", "scopes")
    names = (
        "name",
        "scopes",
        "expiresAt",
    )

    name: str
    scopes: list[Literal["domains:read", "consents:read"]] | None
    expires_at: datetime | None


class ApiKeyIdPath(Values):
    """What is sent as ``ApiKeyIdPath``."""

    __slots__ = ("api_key_id",)
    names = ("apiKeyId",)

    api_key_id: UUID


class SearchQuery(Values):
    """What is sent as ``SearchQuery``."""

    __slots__ = ("q",)
    names = ("q",)

    q: str


class GetWorkspace(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/workspace``."""

    __slots__ = ()
    operation_id = "getWorkspace"
    types = (Empty, Empty, Empty, Empty)


class UpdateWorkspace(ApiRequest[Empty, Empty, Empty, UpdateWorkspaceBody]):
    """``PATCH /v1/workspace``."""

    __slots__ = ()
    operation_id = "updateWorkspace"
    types = (Empty, Empty, Empty, UpdateWorkspaceBody)


class ListMembers(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/members``."""

    __slots__ = ()
    operation_id = "listMembers"
    types = (Empty, Empty, Empty, Empty)


class RemoveMember(ApiRequest[MemberIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/members/{memberId}``."""

    __slots__ = ()
    operation_id = "removeMember"
    types = (MemberIdPath, Empty, Empty, Empty)


class UpdateMember(ApiRequest[MemberIdPath, Empty, Empty, UpdateMemberBody]):
    """``PATCH /v1/members/{memberId}``."""

    __slots__ = ()
    operation_id = "updateMember"
    types = (MemberIdPath, Empty, Empty, UpdateMemberBody)


class ListInvitations(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/invitations``."""

    __slots__ = ()
    operation_id = "listInvitations"
    types = (Empty, Empty, Empty, Empty)


class CreateInvitation(ApiRequest[Empty, Empty, Empty, CreateInvitationBody]):
    """``POST /v1/invitations``."""

    __slots__ = ()
    operation_id = "createInvitation"
    types = (Empty, Empty, Empty, CreateInvitationBody)


class RevokeInvitation(ApiRequest[InvitationIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/invitations/{invitationId}``."""

    __slots__ = ()
    operation_id = "revokeInvitation"
    types = (InvitationIdPath, Empty, Empty, Empty)


class ListAuditEvents(ApiRequest[Empty, ListAuditEventsQuery, Empty, Empty]):
    """``GET /v1/audit-events``."""

    __slots__ = ()
    operation_id = "listAuditEvents"
    types = (Empty, ListAuditEventsQuery, Empty, Empty)


class ListApiKeys(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/api-keys``."""

    __slots__ = ()
    operation_id = "listApiKeys"
    types = (Empty, Empty, Empty, Empty)


class CreateApiKey(ApiRequest[Empty, Empty, Empty, CreateApiKeyBody]):
    """``POST /v1/api-keys``."""

    __slots__ = ()
    operation_id = "createApiKey"
    types = (Empty, Empty, Empty, CreateApiKeyBody)


class RevokeApiKey(ApiRequest[ApiKeyIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/api-keys/{apiKeyId}``."""

    __slots__ = ()
    operation_id = "revokeApiKey"
    types = (ApiKeyIdPath, Empty, Empty, Empty)


class ReportLeakedKeys(ApiRequest[Empty, Empty, Empty, Empty]):
    """``POST /v1/public/leaked-keys``."""

    __slots__ = ()
    operation_id = "reportLeakedKeys"
    types = (Empty, Empty, Empty, Empty)


class Search(ApiRequest[Empty, SearchQuery, Empty, Empty]):
    """``GET /v1/search``."""

    __slots__ = ()
    operation_id = "search"
    types = (Empty, SearchQuery, Empty, Empty)
