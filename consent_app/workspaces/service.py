"""Functions of workspaces that other rooms may call: creating them, and who belongs to them."""

from __future__ import annotations

from consent_app.workspaces.invitation_queries import claim_invitation
from consent_app.workspaces.invitations import end_invitations_by, find_invitation
from consent_app.workspaces.members import join, leave_all_workspaces, refuse_last_owner
from consent_app.workspaces.membership_queries import (
    Access,
    Member,
    get_access,
    get_access_by_slug,
    get_accesses,
    get_members,
    get_ownerless_slugs,
    get_role,
    known_email,
    lock_workspaces,
    search_members,
)
from consent_app.workspaces.models import (
    ROLES,
    Invitation,
    Role,
    Workspace,
    role_at_least,
)
from consent_app.workspaces.queries import (
    get_slugs_on_other_plans,
    get_verified_owners,
    get_workspace,
    get_workspace_ids,
    get_workspaces,
    lock_workspace,
)
from consent_app.workspaces.schemas import organization_summary
from consent_app.workspaces.workspaces import (
    CALIFORNIA,
    MIN_MONTHS_IN_CALIFORNIA,
    NewWorkspace,
    change_workspace,
    create_workspace,
    ensure_retention_for_region,
    get_own_workspace,
    is_suspended,
    lock_own_workspace,
    put_on_plan,
    suspend,
)

__all__ = [
    "CALIFORNIA",
    "MIN_MONTHS_IN_CALIFORNIA",
    "ROLES",
    "Access",
    "Invitation",
    "Member",
    "NewWorkspace",
    "Role",
    "Workspace",
    "change_workspace",
    "claim_invitation",
    "create_workspace",
    "end_invitations_by",
    "ensure_retention_for_region",
    "find_invitation",
    "get_access",
    "get_access_by_slug",
    "get_accesses",
    "get_members",
    "get_own_workspace",
    "get_ownerless_slugs",
    "get_role",
    "get_slugs_on_other_plans",
    "get_verified_owners",
    "get_workspace",
    "get_workspace_ids",
    "get_workspaces",
    "is_suspended",
    "join",
    "known_email",
    "leave_all_workspaces",
    "lock_own_workspace",
    "lock_workspace",
    "lock_workspaces",
    "organization_summary",
    "put_on_plan",
    "refuse_last_owner",
    "role_at_least",
    "search_members",
    "suspend",
]
