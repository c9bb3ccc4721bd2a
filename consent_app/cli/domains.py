"""``consent-app domain``: the domains of a workspace."""

from __future__ import annotations

from uuid import UUID

import click

from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import instant, json_option, limit_option, print_rows
from consent_app.db.ids import id_time
from consent_app.domains.queries import DomainFilters, get_page
from consent_app.workspaces.admin import get_workspace_by_slug


@click.group()
def command() -> None:
    """List the domains of a workspace."""


@command.command("list")
@click.option("--workspace", "slug", required=True, metavar="SLUG", help="The workspace's slug.")
@click.option("--status", help="Only those with this status, such as verified or failed.")
@limit_option
@json_option
@ini_option
def list_domains(
    slug: str, status: str | None, limit: int, cursor: UUID | None, **options: str | None
) -> None:
    """List a workspace's domains, the newest first."""
    with application_of(options["ini"]) as app, app.database.session(read_only=True) as session:
        workspace = get_workspace_by_slug(session, slug)
        filters = DomainFilters(status=status)
        rows = [
            {
                "id": str(domain.id),
                "hostname": domain.hostname,
                "status": domain.status,
                "region": domain.region,
                "addedAt": instant(id_time(domain.id)),
            }
            for domain in get_page(session, workspace.id, filters, limit, cursor)
        ]
    print_rows(rows, as_json=bool(options["as_json"]), nothing="There are no such domains.")
