"""``consent-app domain``: the domains of a workspace."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import click

from consent_app.admin import schemas
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import (
    ID,
    confirm,
    json_option,
    page_options,
    print_done,
    print_row,
    print_rows,
    workspace_option,
    yes_option,
)
from consent_app.context import Context
from consent_app.domains import service as domains
from consent_app.domains.service import STATUSES, Domain, DomainFilters
from consent_app.errors import NotFound
from consent_app.workspaces.admin import get_workspace_by_slug, lock_workspace_by_slug
from consent_app.workspaces.service import Workspace


@click.group()
def command() -> None:
    """List, show, suspend, resume and delete the domains of a workspace."""


@command.command("list")
@workspace_option
@click.option(
    "--status",
    type=click.Choice(STATUSES),
    help="Only those with this status.",
)
@page_options
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
            schemas.domain(domain)
            for domain in domains.get_page(session, workspace.id, filters, limit, cursor)
        ]
    print_rows(rows, as_json=bool(options["as_json"]), empty="There are no such domains.")


@command.command("show")
@click.argument("domain_id", type=ID, metavar="ID")
@workspace_option
@json_option
@ini_option
def show_domain(domain_id: UUID, slug: str, as_json: bool, ini: str | None) -> None:
    """Show the domain ID of a workspace; `domain list` has the ids."""
    with application_of(ini) as app, Context.of_operator(app).reading() as ctx:
        workspace = get_workspace_by_slug(ctx.session, slug)
        domain = _domain(ctx, workspace, domain_id)
        details = domains.with_details(ctx.in_workspace(workspace.id), domain)
        row = domains.domain_schema(details) | domains.suspension_schema(details.domain)
    print_row(row, as_json=as_json)


@command.command("suspend")
@click.argument("domain_id", type=ID, metavar="ID")
@workspace_option
@json_option
@ini_option
def suspend_domain(domain_id: UUID, slug: str, as_json: bool, ini: str | None) -> None:
    """Suspend the domain ID of a workspace.

    Its banner does not ask visitors, but still blocks and accepts withdrawals. The owner sees why.
    Nothing is deleted.
    """
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        workspace = lock_workspace_by_slug(ctx.session, slug)
        _domain(ctx, workspace, domain_id)
        changed = domains.suspend_domain(ctx.in_workspace(workspace.id), domain_id)
    message = "The domain is suspended." if changed else "Nothing to do: it is already suspended."
    row = {"id": str(domain_id), "suspended": True, "changed": changed}
    print_done(message, row, as_json=as_json)


@command.command("resume")
@click.argument("domain_id", type=ID, metavar="ID")
@workspace_option
@json_option
@ini_option
def resume_domain(domain_id: UUID, slug: str, as_json: bool, ini: str | None) -> None:
    """Resume the suspended domain ID of a workspace."""
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        workspace = lock_workspace_by_slug(ctx.session, slug)
        _domain(ctx, workspace, domain_id)
        changed = domains.resume_domain(ctx.in_workspace(workspace.id), domain_id)
    message = "The domain is resumed." if changed else "Nothing to do: it is not suspended."
    row = {"id": str(domain_id), "suspended": False, "changed": changed}
    print_done(message, row, as_json=as_json)


@command.command("delete")
@click.argument("domain_id", type=ID, metavar="ID")
@workspace_option
@yes_option
@json_option
@ini_option
def delete_domain(domain_id: UUID, slug: str, **options: Any) -> None:
    """Delete the domain ID of a workspace. Its script stops asking visitors. Its receipts stay."""
    with application_of(options["ini"]) as app:
        with Context.of_operator(app).reading() as reading:
            workspace = get_workspace_by_slug(reading.session, slug)
            workspace_id = workspace.id
            hostname = _domain(reading, workspace, domain_id).hostname
        confirm(f"Delete {hostname}?", yes=options["yes"])
        with Context.of_operator(app).transaction() as ctx:
            lock_workspace_by_slug(ctx.session, slug)
            domains.delete_domain(ctx.in_workspace(workspace_id), domain_id)
    row = {"id": str(domain_id), "hostname": hostname}
    print_done(f"{hostname} is deleted.", row, as_json=options["as_json"])


def _domain(ctx: Context, workspace: Workspace, domain_id: UUID) -> Domain:
    try:
        return domains.get_domain(ctx.in_workspace(workspace.id), domain_id)
    except NotFound:
        raise NotFound(
            f"The workspace {workspace.slug} has no domain with the id {domain_id}."
            f" `consent-app domain list --workspace {workspace.slug}` lists its domains."
        ) from None
