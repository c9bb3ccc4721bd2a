"""Receipts as rows, for tests that need many of them, or receipts of another time."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from datetime import datetime
from typing import Any
from uuid import UUID

from benchmarks.rows import row_values
from consent_app.application import Application, utc_now
from consent_app.db.ids import new_id
from consent_app.db.session import Database
from consent_app.domains.service import NewDomain, make_domain
from consent_app.net.hostname import parse_hostname
from consent_app.receipts.models import consent_receipts
from consent_app.workspaces.models import Workspace
from tests.support.factories import Site, unique

_TEXTS = "hostname action source device regime categories surface script_digest controller"
_ROW: dict[str, Any] = {
    **{str(column.name): None for column in consent_receipts.columns},
    **dict.fromkeys(_TEXTS.split(), "x"),
    **dict.fromkeys(("analytics", "marketing", "preferences", "gpc_signal"), True),
    "action": "accept_all",
    "source": "banner",
    "device": "desktop",
    "renew_after_months": 12,
}


def row(at: datetime, workspace_id: UUID, **changes: Any) -> dict[str, Any]:
    """Return the row of a receipt recorded at this instant."""
    return {
        **_ROW,
        "workspace_id": workspace_id,
        "domain_id": UUID(int=2),
        "id": new_id(at),
        **changes,
    }


def insert(application: Application, rows: Iterable[dict[str, Any]]) -> None:
    """Insert rows in one transaction."""
    with application.database.engine.begin() as connection:
        connection.execute(consent_receipts.insert(), list(rows))


def many_receipts(application: Application, site: Site, count: int) -> None:
    """Add receipts of the usual size to a site's workspace."""
    names = [str(column.name) for column in consent_receipts.columns]
    claims = application.signer.verify(site.panel.access_token, "panel", application.now())
    rows = (dict(zip(names, row_values(native=True), strict=True)) for _ in range(count))
    workspace = {"workspace_id": claims.workspace_id}
    insert(application, (item | workspace | {"hostname": unique("h")} for item in rows))


def add_site(database: Database, values: Mapping[str, Any]) -> None:
    """Add the workspace and the domain that a receipt's ``values`` name."""
    now = utc_now()
    workspace = Workspace(
        id=values["workspace_id"],
        name="Works",
        slug=unique("works"),
        plan="enterprise",
        retention_months=36,
        visitor_data="reduced",
        visitor_salt=b"salt",
        created_at=now,
    )
    hostname = values["hostname"]
    domain = make_domain(workspace.id, parse_hostname(hostname), NewDomain(hostname), now)
    domain.id = values["domain_id"]
    with database.transaction() as session:
        session.add(workspace)
        session.flush()
        session.add(domain)
