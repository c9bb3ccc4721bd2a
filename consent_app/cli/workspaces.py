"""``consent-app workspace``: making workspaces and setting their plan."""

from __future__ import annotations

import click

from consent_app.cli.ini import application_of, ini_option
from consent_app.context import Context
from consent_app.workspaces import admin
from consent_app.workspaces.service import Workspace, is_suspended


@click.group()
def command() -> None:
    """Create workspaces, and set their plan."""


@command.command("create")
@click.argument("name")
@click.option("--owner", required=True, metavar="EMAIL", help="The confirmed account that owns it.")
@click.option("--plan", help="Its plan, without an end.  [default: consent.default_plan]")
@ini_option
def create_workspace(name: str, owner: str, plan: str | None, ini: str | None) -> None:
    """Create the workspace NAME for a confirmed account.

    Its slug is made from the name. Prints slug, plan and origin.
    """
    with application_of(ini) as app:
        with Context.of_operator(app).transaction() as ctx:
            user = admin.get_confirmed_user(ctx.session, owner)
            workspace = admin.open_workspace(ctx, name, user, plan)
        print_workspace(workspace, app.settings.workspace_url(workspace.slug))


@command.command("set-plan")
@click.argument("slug")
@click.argument("plan")
@ini_option
def set_plan(slug: str, plan: str, ini: str | None) -> int:
    """Put the workspace SLUG on PLAN, without an end.

    A workspace that was suspended is resumed, unless it has no members: then the exit status is 1.
    """
    with application_of(ini) as app:
        with Context.of_operator(app).transaction() as ctx:
            workspace = admin.set_plan(ctx, slug, plan)
        print_workspace(workspace, app.settings.workspace_url(workspace.slug))
        if is_suspended(workspace, app.now()):
            click.echo(
                "It is still suspended: it has no members. Add one with `user create-owner`."
            )
            return 1
    return 0


def print_workspace(workspace: Workspace, origin: str) -> None:
    """Print a line about a workspace: slug, plan, origin."""
    click.echo("\t".join((workspace.slug, workspace.plan, origin)))
