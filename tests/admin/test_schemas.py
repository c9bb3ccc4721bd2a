"""Rows that commands print: the members that scripts read."""

from __future__ import annotations

from datetime import UTC, datetime

from consent_app.admin import schemas
from consent_app.api_keys.models import ApiKey
from consent_app.db.ids import new_id
from consent_app.workspaces.models import Workspace

AT = datetime(2026, 1, 2, 3, 4, 5, 678_000, tzinfo=UTC)


def test_a_key_without_an_end_or_a_use() -> None:
    key = ApiKey(id=new_id(AT), name="CRM", scopes=["consents:read"], created_at=AT)
    assert schemas.api_key(key, None) == {
        "id": str(key.id),
        "name": "CRM",
        "scopes": ["consents:read"],
        "createdAt": "2026-01-02T03:04:05Z",
        "createdBy": None,
        "expiresAt": None,
        "lastUsedAt": None,
    }


def test_the_schema_of_a_workspace() -> None:
    row = Workspace(id=new_id(AT), slug="acme", name="Acme", plan="demo", created_at=AT)
    row.plan_ends_at, row.retention_months, row.visitor_data = None, 24, "reduced"
    assert schemas.workspace(row, suspended=True)["suspended"] is True
    assert schemas.workspace_details(row, "https://acme.example", []) == {
        "origin": "https://acme.example",
        "planEndsAt": None,
        "retentionMonths": 24,
        "visitorData": "reduced",
        "members": [],
    }
