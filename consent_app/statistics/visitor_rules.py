"""The rules by which recent decisions were made, stored with their domains as shares.

A domain is assessed by these rules (``docs/domains.md``). They are counted together with the hourly
counts, so that neither recording a decision nor reading a score needs them.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime, timedelta
from itertools import groupby
from operator import itemgetter
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.domains.service import get_workspaces_with_rule_shares, update_rule_shares
from consent_app.jurisdictions.service import write_shares
from consent_app.statistics import queries
from consent_app.statistics.roll_ups import hour_of

COUNTED = timedelta(days=30)
"""The age up to which decisions are counted."""


def update_visitor_rules(app: Application) -> int:
    """Update each domain's visitor rules. Return how many domains changed.

    One query reads the counts of all workspaces, another the domains of each. Only changes are
    written, in a separate transaction for each workspace.
    """
    since = hour_of(app.now() - COUNTED)
    with app.database.transaction() as session:
        queries.delete_rule_counts(session, since)
    with app.database.session(read_only=True) as session:
        former = set(get_workspaces_with_rule_shares(session))
        shares = dict(_shares(session, since))
    changed = 0
    for workspace_id in sorted(former | shares.keys()):
        with app.database.transaction() as session:
            shares_of_workspace = shares.get(workspace_id, {})
            changed += update_rule_shares(session, workspace_id, shares_of_workspace, app.now())
    return changed


def _shares(session: Session, since: datetime) -> Iterator[tuple[UUID, dict[UUID, str]]]:
    rows = queries.get_rule_counts(session, since)
    for workspace_id, of_workspace in groupby(rows, key=itemgetter(0)):
        by_domain = groupby(of_workspace, key=itemgetter(1))
        yield (
            workspace_id,
            {
                domain_id: write_shares({rule_id: count for _, _, rule_id, count in of_domain})
                for domain_id, of_domain in by_domain
            },
        )
