"""Workspaces: creating and changing them, their slugs, and when one is suspended."""

from __future__ import annotations

import re
import secrets
import unicodedata
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.context import Context
from consent_app.db.constraints import violates
from consent_app.db.ids import new_id
from consent_app.errors import Unauthenticated
from consent_app.events.event import Change
from consent_app.settings import Settings
from consent_app.text import camel_case
from consent_app.workspaces import membership_queries
from consent_app.workspaces.events import WorkspaceChanged
from consent_app.workspaces.models import Membership, Workspace
from consent_app.workspaces.queries import get_slugs, get_workspace, lock_workspace

SLUG_CHARACTERS = 40
DEFAULT_RETENTION_MONTHS = 36
CALIFORNIA = "US-CA"
MIN_MONTHS_IN_CALIFORNIA = 24
"""CCPA regulations §7101: records of requests are kept for at least 24 months."""
DEFAULT_VISITOR_DATA = "reduced"
VISITOR_SALT_BYTES = 32
RESERVED_SLUGS = frozenset(
    "about account accounts admin api app assets auth autodiscover billing blog cdn consent"
    " dashboard demo dev docs help imap localhost login mail mx ns ns1 ns2 panel pop public root"
    " smtp staging static status support test web webmail www".split()
)


@dataclass(frozen=True, slots=True)
class NewWorkspace:
    """The name of a new workspace, its plan, and when the plan ends, if it does."""

    name: str
    plan: str
    plan_ends_at: datetime | None = None


def get_own_workspace(ctx: Context) -> Workspace:
    """Return the caller's workspace. Raises Unauthenticated if it was deleted during the
    request."""
    workspace = get_workspace(ctx.session, ctx.workspace_id)
    if workspace is None:
        raise Unauthenticated
    return workspace


def lock_own_workspace(ctx: Context) -> Workspace:
    """Return the caller's workspace as it is now, locked to the end of the transaction.

    Raises Unauthenticated if it was deleted during the request.
    """
    workspace = lock_workspace(ctx.session, ctx.workspace_id)
    if workspace is None:
        raise Unauthenticated
    return workspace


def change_workspace(ctx: Context, workspace: Workspace, values: Mapping[str, Any]) -> None:
    """Change the columns of a locked workspace that have a value in ``values``, and announce it.

    The audit log names each column as the API does.
    """
    changes = []
    for column, after in values.items():
        before = getattr(workspace, column)
        if after is not None and after != before:
            setattr(workspace, column, after)
            changes.append(Change(camel_case(column), str(before), str(after)))
    if changes:
        ctx.emit(WorkspaceChanged(subject_id=workspace.id, changes=tuple(changes)))
        ctx.session.flush()


def ensure_retention_for_region(ctx: Context, region: str | None) -> None:
    """Raise the retention of the caller's workspace to the minimum of a domain's region.

    It is stored, so that it stays when the domain is deleted or its region is changed. Locks the
    workspace if the region has a minimum: call it before a domain is locked.
    """
    if region != CALIFORNIA:
        return
    workspace = lock_workspace(ctx.session, ctx.workspace_id)
    if workspace is not None and workspace.retention_months < MIN_MONTHS_IN_CALIFORNIA:
        change_workspace(ctx, workspace, {"retention_months": MIN_MONTHS_IN_CALIFORNIA})


def is_suspended(workspace: Workspace, now: datetime) -> bool:
    """Return whether the workspace is suspended: by an operator or payment, or because its demo
    ended."""
    if workspace.suspended_at is not None:
        return True
    return workspace.plan_ends_at is not None and workspace.plan_ends_at <= now


def put_on_plan(session: Session, workspace: Workspace, plan: str, *, resume: bool = True) -> None:
    """Put a workspace on a plan without an end date. With ``resume`` it is no longer suspended, if
    it has a member."""
    workspace.plan = plan
    workspace.plan_ends_at = None
    if resume and membership_queries.has_member(session, workspace.id):
        workspace.suspended_at = None


def suspend(workspace: Workspace, now: datetime) -> None:
    """Suspend a workspace, unless it already is. Nothing is deleted."""
    workspace.suspended_at = workspace.suspended_at or now


def create_workspace(
    session: Session, settings: Settings, new: NewWorkspace, owner_id: UUID, now: datetime
) -> Workspace:
    """Add a workspace with one owner. Its unique slug is derived from the name."""
    while True:
        workspace = Workspace(
            id=new_id(),
            name=new.name,
            slug=free_slug(session, settings, new.name),
            plan=new.plan,
            plan_ends_at=new.plan_ends_at,
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
            # Another request took the slug between the query and the insert: try again.
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


def free_slug(session: Session, settings: Settings, name: str) -> str:
    """Return a slug for ``name`` that is neither taken nor reserved, nor leads to the service's own
    hosts."""
    base = slug_of(name)
    taken = RESERVED_SLUGS | get_slugs(session, base[: SLUG_CHARACTERS - 6])
    numbered = (f"{base[: SLUG_CHARACTERS - 3]}-{number}" for number in range(2, 100))
    for slug in (base, *numbered):
        if slug not in taken and not settings.is_own_host(slug):
            return slug
    return f"{base[: SLUG_CHARACTERS - 7]}-{secrets.token_hex(3)}"


def slug_of(name: str) -> str:
    """Return a DNS label of 3 to 40 characters that resembles ``name``."""
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode().lower()
    slug = re.sub(r"[^a-z0-9]+", "-", plain).strip("-")[:SLUG_CHARACTERS].strip("-")
    return slug if len(slug) >= 3 else f"{slug}-workspace".strip("-")
