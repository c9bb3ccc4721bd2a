"""Searching a workspace, group by group, with each feature's own service."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from sqlalchemy import Row

from consent_app.context import Context
from consent_app.domains.service import Domain, search_domains
from consent_app.errors import ValidationFailed
from consent_app.receipts.service import search_receipts
from consent_app.workspaces.service import Member, search_members

MAX_RESULTS = 5
MIN_CHARACTERS = 2


@dataclass(frozen=True, slots=True)
class SearchResults:
    """Up to five of each. ``receipts`` are rows for ``receipts.service.consent_receipt``."""

    domains: list[Domain]
    members: list[Member]
    receipts: Sequence[Row[Any]]


def search(ctx: Context, q: str) -> SearchResults:
    """Return the matches for ``q`` in the caller's workspace, in four queries at most.

    Raises ValidationFailed for fewer than two characters.
    """
    q = q.strip()
    if len(q) < MIN_CHARACTERS:
        raise ValidationFailed.at("#/query/q", f"must have {MIN_CHARACTERS} characters or more")
    session, workspace_id = ctx.session, ctx.workspace_id
    return SearchResults(
        search_domains(session, workspace_id, q, MAX_RESULTS),
        search_members(session, workspace_id, q, MAX_RESULTS),
        search_receipts(session, workspace_id, q, MAX_RESULTS, ctx.now()),
    )
