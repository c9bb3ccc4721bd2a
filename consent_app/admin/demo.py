"""``consent-app demo``: a workspace with generated receipts, for tests."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import click

from consent_app.accounts.service import find_user_by_email
from consent_app.admin.demo_receipts import END_MARGIN, SeedPlan, Site, seed_receipts, site_of
from consent_app.admin.events import ReceiptsGenerated
from consent_app.application import Application
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import Progress, confirm, json_option, print_row
from consent_app.cli.preparation import DEMO_EMAIL, seed_demo
from consent_app.context import Context
from consent_app.domains.service import DomainFilters, get_page
from consent_app.errors import NotFound
from consent_app.events.event import Change
from consent_app.workspaces.admin import get_workspace_by_slug
from consent_app.workspaces.service import get_accesses

DAYS_OF_A_MONTH = 30
MAX_SITES = 100


@click.group()
def command() -> None:
    """Fill a workspace with generated receipts."""


@command.command("seed")
@click.option(
    "--receipts",
    "count",
    type=click.IntRange(1, 1_000_000_000),
    metavar="N",
    default=10_000,
    show_default=True,
    help="The number of receipts.",
)
@click.option(
    "--months",
    type=click.IntRange(1, 36),
    metavar="N",
    default=12,
    show_default=True,
    help="The number of months up to now.",
)
@click.option("--workspace", "slug", metavar="SLUG", help="A workspace other than the demo's.")
@click.option("--yes", is_flag=True, help="Do not ask for confirmation in production.")
@json_option
@ini_option
def seed(count: int, months: int, slug: str | None, **options: Any) -> None:
    """Add generated receipts: to the demo shop, or to the published domains of a workspace.

    They come from nine countries, more by day than by night and more each month, and are counted in
    the statistics. They cannot be distinguished from real ones afterwards: use a test workspace.
    """
    with application_of(options["ini"]) as app:
        yes = options["yes"] or app.settings.development
        confirm("Add generated receipts to a production database?", yes=yes)
        if slug is None:
            seed_demo(app)
        sites = _sites(app, slug)
        end = app.now() - END_MARGIN
        plan = SeedPlan(count, end - timedelta(days=months * DAYS_OF_A_MONTH), end)
        recorded = 0
        try:
            with Progress("receipts") as progress:
                for recorded in seed_receipts(app, sites, plan):
                    progress.show(recorded, recorded / count)
        finally:
            # What was added before an interruption too.
            if recorded:
                _announce(app, sites[0].workspace_id, recorded)
    row = {"receipts": recorded, "hostnames": [site.hostname for site in sites]}
    print_row(row, as_json=options["as_json"])


def _announce(app: Application, workspace_id: UUID, count: int) -> None:
    changes = (Change("rows", None, str(count)),)
    with Context.of_operator(app).in_workspace(workspace_id).transaction() as ctx:
        ctx.emit(ReceiptsGenerated(subject_id=workspace_id, changes=changes))


def _sites(app: Application, slug: str | None) -> list[Site]:
    with app.database.session(read_only=True) as session:
        if slug is None:
            owner = find_user_by_email(session, DEMO_EMAIL)
            assert owner is not None
            workspace = next((a.workspace for a in get_accesses(session, owner.id)), None)
            if workspace is None:
                raise NotFound(
                    "The demo workspace was deleted. To make it again, run `consent-app user delete"
                    f" {DEMO_EMAIL}` first, or name another workspace with --workspace."
                )
        else:
            workspace = get_workspace_by_slug(session, slug)
        page = get_page(session, workspace.id, DomainFilters(), MAX_SITES, None)
        domain_ids = [domain.id for domain in page]
    sites = [site for domain_id in domain_ids if (site := site_of(app, domain_id))]
    if not sites:
        raise NotFound("No domain of this workspace has a published banner. Publish one first.")
    return sites
