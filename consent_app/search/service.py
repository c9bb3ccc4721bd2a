"""Searching what a workspace has, group by group, by each feature's own service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy import Row
from sqlalchemy.orm import Session

from consent_app.domains.service import Domain, search_domains
from consent_app.errors import ValidationFailed
from consent_app.receipts.service import search_receipts
from consent_app.workspaces.service import Member, search_members

EACH = 5
LEAST_CHARACTERS = 2


@dataclass(frozen=True, slots=True)
class Found:
    """Up to five of each. ``receipts`` are rows for ``receipts.service.present_listed``."""

    domains: list[Domain]
    members: list[Member]
    receipts: Sequence[Row[Any]]


def search(session: Session, workspace_id: UUID, q: str, now: datetime) -> Found:
    """Return what of the workspace matches ``q``, in three queries. Raises ValidationFailed."""
    q = q.strip()
    if len(q) < LEAST_CHARACTERS:
        raise ValidationFailed.at("#/query/q", f"must have {LEAST_CHARACTERS} characters or more")
    return Found(
        search_domains(session, workspace_id, q, EACH),
        search_members(session, workspace_id, q, EACH),
        search_receipts(session, workspace_id, q, EACH, now),
    )
