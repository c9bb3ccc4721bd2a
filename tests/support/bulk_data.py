"""A large workspace, written in a few statements."""

from __future__ import annotations

import secrets
from datetime import timedelta
from typing import Any
from uuid import UUID

from sqlalchemy import insert

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.domains.models import Domain
from consent_app.domains.service import NewDomain, make_domain
from consent_app.net.hostname import parse_hostname
from consent_app.workspaces.models import Membership

STATUSES = ("pending", "verified", "failed", "verified", "verified")


def fill_workspace(
    application: Application, workspace_id: UUID, *, domains: int, members: int
) -> None:
    """Fill a workspace with domains in every state, and with verified members."""
    now, word = application.now(), secrets.token_hex(4)
    sites: list[dict[str, Any]] = []
    for number in range(domains):
        name = f"shop{number}-{word}.com"
        domain = make_domain(workspace_id, parse_hostname(name), NewDomain(name), now)
        row = {
            column.name: getattr(domain, column.name)
            for column in Domain.__table__.columns
            if getattr(domain, column.name) is not None
        }
        row["status"] = STATUSES[number % len(STATUSES)]
        row["created_at"] = now - timedelta(days=number % 90)
        sites.append(row)
    people = [
        {
            "id": new_id(),
            "email": f"member{number}-{word}@example.com",
            "email_key": f"member{number}-{word}@example.com",
            "organization_name": "Crowd",
            "locale": "en",
            "created_at": now,
            "verified_at": now,
        }
        for number in range(members)
    ]
    memberships = [
        {
            "id": new_id(),
            "workspace_id": workspace_id,
            "user_id": person["id"],
            "role": ("viewer", "admin")[number % 2],
            "created_at": now,
        }
        for number, person in enumerate(people)
    ]
    with application.database.transaction() as session:
        session.execute(insert(Domain), sites)
        session.execute(insert(User), people)
        session.execute(insert(Membership), memberships)
