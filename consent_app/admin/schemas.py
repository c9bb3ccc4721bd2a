"""The commands' output with ``--json``: plain JSON values, with the API's member names."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from consent_app.admin.output import instant
from consent_app.application import Application, utc_now
from consent_app.db.ids import id_time

if TYPE_CHECKING:
    from datetime import datetime

    from consent_app.accounts.models import User
    from consent_app.domains.models import Domain
    from consent_app.jobs.models import Job
    from consent_app.workspaces.membership_queries import Access, Member
    from consent_app.workspaces.models import ApiKey, Workspace

    JobCounts = tuple[int | None, datetime | None, int | None]


def api_key(key: ApiKey, creator: str | None) -> dict[str, Any]:
    """Return an API key as a row; ``creator`` is the address of who made it."""
    return {
        "id": str(key.id),
        "name": key.name,
        "scopes": key.scopes,
        "createdAt": instant(key.created_at),
        "createdBy": creator,
        "expiresAt": instant(key.expires_at),
        "lastUsedAt": instant(key.last_used_at),
    }


def database_status(
    app: Application, versions: tuple[str, str | None], problem: str | None, jobs: JobCounts
) -> dict[str, Any]:
    """Return the state of the database: ``versions`` are the server's and the schema's."""
    waiting, oldest, dead = jobs
    return {
        "kind": app.database.dialect,
        "version": versions[0],
        "schema": versions[1],
        "ready": problem is None,
        "fault": problem,
        "jobsWaiting": waiting,
        "oldestSeconds": round((utc_now() - oldest).total_seconds()) if oldest else None,
        "jobsDead": dead,
        "connectionsPerProcess": app.database.options.max_connections,
    }


def domain(row: Domain) -> dict[str, Any]:
    """Return a domain as a row of a list."""
    return {
        "id": str(row.id),
        "hostname": row.hostname,
        "status": row.status,
        "region": row.region,
        "addedAt": instant(id_time(row.id)),
        "suspendedAt": instant(row.suspended_at),
    }


def job(row: Job, now: datetime) -> dict[str, Any]:
    """Return a job as a row of a list. Its payload, which may be secret, is not part of it."""
    is_running = row.lease_id is not None and row.run_at > now
    return {
        "id": str(row.id),
        "kind": row.kind,
        "state": "dead" if row.died_at is not None else "running" if is_running else "waiting",
        "attempts": row.attempts,
        "runAt": instant(row.run_at),
        "lastError": row.last_error,
    }


def user(row: User) -> dict[str, Any]:
    """Return an account as a row of a list."""
    return {
        "id": str(row.id),
        "email": row.email,
        "name": row.name,
        "createdAt": instant(row.created_at),
        "verified": row.verified_at is not None,
        "disabled": row.disabled_at is not None,
    }


def whole_user(row: User, accesses: Sequence[Access], *, has_authenticator: bool) -> dict[str, Any]:
    """Return an account with its workspaces."""
    return {
        "id": str(row.id),
        "email": row.email,
        "name": row.name,
        "createdAt": instant(row.created_at),
        "verifiedAt": instant(row.verified_at),
        "disabledAt": instant(row.disabled_at),
        "password": row.password_hash is not None,
        "authenticator": has_authenticator,
        "workspaces": [{"slug": access.workspace.slug, "role": access.role} for access in accesses],
    }


def workspace(row: Workspace, *, suspended: bool) -> dict[str, Any]:
    """Return a workspace as a row of a list."""
    return {
        "id": str(row.id),
        "slug": row.slug,
        "name": row.name,
        "plan": row.plan,
        "suspended": suspended,
        "createdAt": instant(row.created_at),
    }


def workspace_details(row: Workspace, origin: str, members: Sequence[Member]) -> dict[str, Any]:
    """Return the members that ``workspace show`` adds to the row."""
    return {
        "origin": origin,
        "planEndsAt": instant(row.plan_ends_at),
        "retentionMonths": row.retention_months,
        "visitorData": row.visitor_data,
        "members": [{"email": member.email, "role": member.role} for member in members],
    }
