"""``consent-app user``: making owners, and helping those who lost their authenticator."""

from __future__ import annotations

import argparse
from collections.abc import Callable
from typing import Any

from sqlalchemy.orm import Session

from consent_app import email_address
from consent_app.accounts.service import User
from consent_app.cli.ini import add_ini_option, runtime_of
from consent_app.cli.workspaces import print_workspace
from consent_app.errors import ValidationFailed
from consent_app.runtime import Runtime
from consent_app.sign_in import operating as accounts
from consent_app.workspaces import operating as workspaces
from consent_app.workspaces.service import is_suspended


def add_to(commands: Any) -> None:
    """Add the command to the parser's."""
    parser = commands.add_parser("user", help="make owners, help people, disable accounts")
    actions = parser.add_subparsers(required=True, metavar="ACTION")
    owner = actions.add_parser(
        "create-owner",
        help="make the owner of a workspace, with an account if there is none",
        description="You vouch for the address. An account that was registered with it but never"
        " confirmed loses what was set up without that proof.",
    )
    owner.add_argument("email", help="the owner's address", metavar="EMAIL")
    which = owner.add_mutually_exclusive_group(required=True)
    which.add_argument("--workspace", help="of this workspace", metavar="SLUG")
    which.add_argument("--new-workspace", help="of a new one with this name", metavar="NAME")
    owner.add_argument("--plan", help="the new workspace's plan (the setting default_plan)")
    owner.add_argument(
        "--print-link",
        action="store_true",
        help="print the link that sets the password, and mail nothing",
    )
    add_ini_option(owner)
    owner.set_defaults(run=create_owner)
    reset = actions.add_parser(
        "reset-second-factor",
        help="remove someone's authenticator and backup codes, and end their sessions",
        description="Make sure by another way that it is them who ask: whoever knows the password"
        " sets up the next authenticator.",
    )
    reset.add_argument("email", help="the account's address", metavar="EMAIL")
    add_ini_option(reset)
    reset.set_defaults(run=reset_second_factor)

    for name, run, told in (
        ("end-sessions", end_sessions, "end all sessions of an account"),
        ("disable", disable, "let nobody sign in to an account, and end its sessions"),
        ("enable", enable, "let an account that was disabled be signed in to again"),
    ):
        action = actions.add_parser(name, help=told)
        action.add_argument("email", help="the account's address", metavar="EMAIL")
        add_ini_option(action)
        action.set_defaults(run=run)


def create_owner(args: argparse.Namespace) -> int:
    """Make an owner; print the workspace and, if asked to, the link that sets the password."""
    with runtime_of(args.ini) as runtime:
        email = _address(runtime, args.email)
        with runtime.database.transaction() as session:
            user = accounts.vouched_user(session, runtime, email)
            if args.workspace is None:
                workspace = workspaces.open_workspace(
                    session, runtime, name=args.new_workspace, owner=user, plan=args.plan
                )
            else:
                workspace = workspaces.workspace_by_slug(session, args.workspace)
                workspaces.make_owner(session, runtime, workspace, user)
            link = accounts.password_link(session, runtime, user)
            if not args.print_link:
                accounts.tell_owner(session, runtime, user, workspace.name, link)
        print_workspace(workspace, runtime.settings.workspace_url(workspace.slug))
        if args.print_link:
            print(link or "The account has a password already.")
        if is_suspended(workspace, runtime.now()):
            print("It is suspended. `workspace set-plan` mends that.")
    return 0


def reset_second_factor(args: argparse.Namespace) -> int:
    """Reset a second factor."""
    with runtime_of(args.ini) as runtime:
        with runtime.database.transaction() as session:
            user = accounts.reset_second_factor(session, runtime, args.email)
        print(f"{user.email} sets up a new authenticator at the next sign-in.")
    return 0


def end_sessions(args: argparse.Namespace) -> int:
    """End every session of an account."""
    return _done(args, accounts.end_sessions, "is signed out everywhere.")


def disable(args: argparse.Namespace) -> int:
    """Disable an account."""
    return _done(args, accounts.disable, "cannot be signed in to until it is enabled.")


def enable(args: argparse.Namespace) -> int:
    """Enable an account."""
    return _done(args, accounts.enable, "can be signed in to again.")


def _done(
    args: argparse.Namespace, deed: Callable[[Session, Runtime, str], User], told: str
) -> int:
    with runtime_of(args.ini) as runtime:
        with runtime.database.transaction() as session:
            email = deed(session, runtime, args.email).email
        print(f"{email} {told}")
    return 0


def _address(runtime: Runtime, text: str) -> str:
    fault = email_address.fault_of(text, development=runtime.settings.development)
    if fault is not None:
        raise ValidationFailed(f"The address {fault}.")
    return text
