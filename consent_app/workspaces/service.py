"""What other features may ask of workspaces: making them, and who may enter."""

from __future__ import annotations

import hmac
import re
import secrets
import unicodedata
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.security.tokens import token_digest
from consent_app.workspaces import membership_queries, queries, settings
from consent_app.workspaces.events import (
    HAPPENED,
    EventKind,
    find_event,
    forget_old_events,
    happened,
    recent_events,
)
from consent_app.workspaces.leaving import leave_everywhere, refuse_last_owner
from consent_app.workspaces.membership_queries import Member
from consent_app.workspaces.models import Invitation, Membership, Workspace, WorkspaceEvent
from consent_app.workspaces.queries import Access

Role = Literal["owner", "admin", "viewer"]

ROLES: tuple[Role, ...] = ("viewer", "admin", "owner")
"""From the least that a member may to the most."""

SLUG_CHARACTERS = 40
DEFAULT_RETENTION_MONTHS = 36
DEFAULT_VISITOR_DATA = "reduced"
VISITOR_SALT_BYTES = 32
RESERVED_SLUGS = frozenset(
    "about account accounts admin api app assets auth autodiscover billing blog cdn consent"
    " dashboard demo dev docs help imap localhost login mail mx ns ns1 ns2 panel pop public root"
    " smtp staging static status support test web webmail www".split()
)

__all__ = [
    "HAPPENED",
    "ROLES",
    "Access",
    "EventKind",
    "Member",
    "Role",
    "Workspace",
    "WorkspaceEvent",
    "access_by_id",
    "access_by_slug",
    "accesses_of",
    "claim_invitation",
    "create_workspace",
    "find_event",
    "find_invitation",
    "find_workspace",
    "forget_old_events",
    "happened",
    "hold_workspace",
    "is_suspended",
    "join",
    "leave_everywhere",
    "lock_workspace",
    "longest_retention_months",
    "may",
    "members_of",
    "organization_summary",
    "put_on_plan",
    "recent_events",
    "refuse_last_owner",
    "remove_everywhere",
    "retention_months",
    "revoke_keys_made_by",
    "role_of",
    "search_members",
    "suspend",
]

access_by_slug = queries.access_by_slug
access_by_id = queries.access_by_id
accesses_of = membership_queries.accesses_of
members_of = membership_queries.members
retention_months = settings.retention_months
longest_retention_months = settings.longest_retention_months
role_of = membership_queries.role_of
search_members = membership_queries.members_like
find_workspace = queries.workspace_by_id
lock_workspace = queries.lock_workspace
hold_workspace = queries.hold_workspace
claim_invitation = queries.claim_invitation
revoke_keys_made_by = queries.revoke_keys_made_by


def may(role: str, least: str) -> bool:
    """Whether ``role`` may do what ``least`` may."""
    order: tuple[str, ...] = ROLES
    return order.index(role) >= order.index(least)


def is_suspended(workspace: Workspace, now: datetime) -> bool:
    """Whether the workspace is suspended: by an operator or payment, or because its demo ended."""
    if workspace.suspended_at is not None:
        return True
    return workspace.plan_ends_at is not None and workspace.plan_ends_at <= now


def put_on_plan(session: Session, workspace: Workspace, plan: str) -> None:
    """Put a workspace on a plan without an end; it is suspended no longer, if it has a member."""
    workspace.plan = plan
    workspace.plan_ends_at = None
    if membership_queries.has_member(session, workspace.id):
        workspace.suspended_at = None


def suspend(workspace: Workspace, now: datetime) -> None:
    """Suspend a workspace, unless it is already. Nothing of it is deleted."""
    workspace.suspended_at = workspace.suspended_at or now


def create_workspace(
    session: Session,
    *,
    name: str,
    owner_id: UUID,
    plan: str,
    plan_ends_at: datetime | None,
    now: datetime,
) -> Workspace:
    """Add a workspace with one owner. Its slug is made from ``name`` and is nobody else's."""
    while True:
        workspace = Workspace(
            id=new_id(),
            name=name,
            slug=free_slug(session, name),
            plan=plan,
            plan_ends_at=plan_ends_at,
            retention_months=DEFAULT_RETENTION_MONTHS,
            visitor_data=DEFAULT_VISITOR_DATA,
            visitor_salt=secrets.token_bytes(VISITOR_SALT_BYTES),
            created_at=now,
        )
        try:
            with session.begin_nested():
                session.add(workspace)
            break
        except IntegrityError as error:
            # Another request took the slug between the look and the insert: look again.
            if not violates(error, "uq_workspaces_slug", "workspaces.slug"):
                raise
    session.add(
        Membership(
            id=new_id(),
            workspace_id=workspace.id,
            user_id=owner_id,
            role="owner",
            created_at=now,
        )
    )
    session.flush()
    return workspace


def free_slug(session: Session, name: str) -> str:
    """Return a slug for ``name`` that is neither taken nor reserved."""
    base = slug_of(name)
    taken = queries.slugs_like(session, base[: SLUG_CHARACTERS - 6])
    if base not in taken and base not in RESERVED_SLUGS:
        return base
    for number in range(2, 100):
        slug = f"{base[: SLUG_CHARACTERS - 3]}-{number}"
        if slug not in taken:
            return slug
    return f"{base[: SLUG_CHARACTERS - 7]}-{secrets.token_hex(3)}"


def slug_of(name: str) -> str:
    """Return a DNS label of 3 to 40 characters that resembles ``name``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:SLUG_CHARACTERS].strip("-")
    return slug if len(slug) >= 3 else f"{slug}-workspace".strip("-")


def remove_everywhere(session: Session, user_id: UUID, now: datetime) -> None:
    """Delete the user's memberships and the keys that the user made.

    A workspace that loses its last member is suspended: nobody could sign in to it.
    """
    queries.delete_keys_made_by(session, user_id)
    for workspace_id in queries.delete_memberships(session, user_id):
        queries.suspend_if_empty(session, workspace_id, now)


def find_invitation(session: Session, token: str, now: datetime) -> Invitation | None:
    """Return the open invitation of a mailed token ``<id>.<secret>``, or None."""
    text, _, secret = token.partition(".")
    try:
        invitation = queries.invitation_by_id(session, UUID(text))
    except ValueError:
        return None
    if invitation is None or not hmac.compare_digest(invitation.secret_hash, token_digest(secret)):
        return None
    over = invitation.claimed_at or invitation.revoked_at or invitation.expires_at <= now
    return None if over else invitation


def join(session: Session, workspace_id: UUID, user_id: UUID, role: str, now: datetime) -> bool:
    """Make the user a member; False where they are one already, whose role stays as it is."""
    membership = Membership(
        id=new_id(), workspace_id=workspace_id, user_id=user_id, role=role, created_at=now
    )
    try:
        with session.begin_nested():
            session.add(membership)
    except IntegrityError as error:
        if violates(
            error,
            "uq_memberships_workspace_id_user_id",
            "memberships.workspace_id, memberships.user_id",
        ):
            return False
        raise
    return True


def organization_summary(workspace: Workspace) -> dict[str, str]:
    """Return the interface's OrganizationSummary."""
    return {"id": str(workspace.id), "name": workspace.name, "slug": workspace.slug}
