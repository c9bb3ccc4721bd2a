"""``consent-app workspace``: making workspaces and setting their plan."""

from __future__ import annotations

import argparse
from typing import Any

from consent_app.cli.ini import add_ini_option, runtime_of
from consent_app.workspaces import operating
from consent_app.workspaces.service import Workspace, is_suspended


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("workspace", help="make workspaces, set their plan")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    create = actions.add_parser("create", help="make a workspace for a confirmed account")
    create.add_argument("name", help="its name; its slug is made of that", metavar="NAME")
    create.add_argument("--owner", required=True, help="whose it is", metavar="EMAIL")
    create.add_argument("--plan", help="its plan, without an end (the setting default_plan)")
    add_ini_option(create)
    create.set_defaults(run=create_workspace)
    plan = actions.add_parser(
        "set-plan",
        help="put a workspace on a plan",
        description="The plan has no end, and a workspace that was suspended is so no longer,"
        " unless nobody belongs to it.",
    )
    plan.add_argument("slug", help="the workspace's slug", metavar="SLUG")
    plan.add_argument("plan", help="the plan's id", metavar="PLAN")
    add_ini_option(plan)
    plan.set_defaults(run=set_plan)


def create_workspace(args: argparse.Namespace) -> int:
    """Make a workspace and print its slug, plan and origin."""
    with runtime_of(args.ini) as runtime:
        with runtime.database.transaction() as session:
            workspace = operating.open_workspace(
                session,
                runtime,
                name=args.name,
                owner=operating.confirmed_user(session, args.owner),
                plan=args.plan,
            )
        print_workspace(workspace, runtime.settings.workspace_url(workspace.slug))
    return 0


def set_plan(args: argparse.Namespace) -> int:
    """Put a workspace on a plan; status 1 when it is suspended all the same."""
    with runtime_of(args.ini) as runtime:
        with runtime.database.transaction() as session:
            workspace = operating.set_plan(session, runtime, args.slug, args.plan)
        print_workspace(workspace, runtime.settings.workspace_url(workspace.slug))
        if is_suspended(workspace, runtime.now()):
            print("It is suspended still: nobody belongs to it. `user create-owner` mends that.")
            return 1
    return 0


def print_workspace(workspace: Workspace, origin: str) -> None:
    """Print a line about a workspace: slug, plan, origin."""
    print(workspace.slug, workspace.plan, origin, sep="\t")
