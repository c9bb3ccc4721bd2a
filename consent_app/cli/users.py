"""``consent-app user``: making owners, and helping those who lost their authenticator."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import click

from consent_app import email_address
from consent_app.accounts.service import User, find_user_by_email
from consent_app.application import Application
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import instant, json_option, print_row
from consent_app.cli.workspaces import print_workspace
from consent_app.context import Context
from consent_app.errors import AccountNotFound, ValidationFailed
from consent_app.registration import admin as accounts
from consent_app.registration.email_verification import send_verification
from consent_app.sign_in.second_factor_queries import get_factor
from consent_app.workspaces import admin as workspaces
from consent_app.workspaces.membership_queries import get_accesses
from consent_app.workspaces.service import is_suspended


@click.group()
def command() -> None:
    """Create owners, and help people with their accounts."""


@command.command("create-owner")
@click.argument("email")
@click.option("--workspace", "slug", metavar="SLUG", help="Of this workspace.")
@click.option("--new-workspace", metavar="NAME", help="Of a new workspace with this name.")
@click.option("--plan", help="The new workspace's plan.  [default: consent.default_plan]")
@click.option(
    "--print-link", is_flag=True, help="Print the link that sets the password, and send no mail."
)
@ini_option
def create_owner(email: str, slug: str | None, new_workspace: str | None, **options: Any) -> None:
    """Make EMAIL the owner of a workspace, with an account if there is none.

    You vouch for the address. An account that was registered with it but never confirmed loses
    what was set up without that proof.
    """
    if (slug is None) == (new_workspace is None):
        raise click.UsageError("Give either --workspace or --new-workspace.")
    print_link = options["print_link"]
    with application_of(options["ini"]) as app:
        email = _address(app, email)
        with Context.of_operator(app).transaction() as ctx:
            session = ctx.session
            user = accounts.vouched_user(ctx, email)
            if new_workspace is not None:
                workspace = workspaces.open_workspace(ctx, new_workspace, user, options["plan"])
            else:
                assert slug is not None
                workspace = workspaces.lock_workspace_by_slug(session, slug)
                workspaces.make_owner(ctx, workspace, user)
            link = accounts.password_link(ctx, user)
            if not print_link:
                accounts.notify_owner(ctx, user, workspace.name, link)
        print_workspace(workspace, app.settings.workspace_url(workspace.slug))
        if print_link:
            click.echo(link or "The account already has a password.")
        if is_suspended(workspace, app.now()):
            click.echo("It is suspended. Resume it with `workspace set-plan`.")


@command.command("show")
@click.argument("email")
@json_option
@ini_option
def show_user(email: str, as_json: bool, ini: str | None) -> None:
    """Show the account of EMAIL and its workspaces."""
    with application_of(ini) as app, app.database.session(read_only=True) as session:
        user = find_user_by_email(session, email)
        if user is None:
            raise AccountNotFound("No account has this address.")
        row = {
            "id": str(user.id),
            "email": user.email,
            "name": user.name,
            "createdAt": instant(user.created_at),
            "confirmedAt": instant(user.confirmed_at),
            "disabledAt": instant(user.disabled_at),
            "password": user.password_hash is not None,
            "authenticator": get_factor(session, user.id) is not None,
            "workspaces": [
                {"slug": access.workspace.slug, "role": access.role}
                for access in get_accesses(session, user.id)
            ],
        }
    print_row(row, as_json=as_json)


@command.command("resend-confirmation")
@click.argument("email")
@ini_option
def resend_confirmation(email: str, ini: str | None) -> None:
    """Mail EMAIL another link that confirms the address. Earlier links stay valid."""
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        user = find_user_by_email(ctx.session, email)
        if user is None:
            raise AccountNotFound("No account has this address.")
        waits = user.confirmed_at is None
        if waits:
            send_verification(ctx, user)
    told = f"A link is on its way to {email}." if waits else "Nothing to do: it is confirmed."
    click.echo(told)


@command.command("reset-second-factor")
@click.argument("email")
@ini_option
def reset_second_factor(email: str, ini: str | None) -> None:
    """Remove the authenticator and backup codes of EMAIL, and end their sessions.

    First make sure in another way that the request comes from this person: whoever knows the
    password sets up the next authenticator.
    """
    with application_of(ini) as app:
        with Context.of_operator(app).transaction() as ctx:
            user = accounts.reset_second_factor(ctx, email)
        click.echo(f"{user.email} sets up a new authenticator at the next sign-in.")


@command.command("end-sessions")
@click.argument("email")
@ini_option
def end_sessions(email: str, ini: str | None) -> None:
    """End every session of EMAIL."""
    click.echo(f"{_change(ini, email, accounts.end_sessions)} is signed out everywhere.")


@command.command("disable")
@click.argument("email")
@ini_option
def disable(email: str, ini: str | None) -> None:
    """Let nobody sign in to the account of EMAIL, and end its sessions."""
    click.echo(f"{_change(ini, email, accounts.disable)} cannot sign in until it is enabled.")


@command.command("enable")
@click.argument("email")
@ini_option
def enable(email: str, ini: str | None) -> None:
    """Let the disabled account of EMAIL sign in again."""
    click.echo(f"{_change(ini, email, accounts.enable)} can sign in again.")


def _change(ini: str | None, email: str, change: Callable[[Context, str], User]) -> str:
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        return change(ctx, email).email


def _address(app: Application, text: str) -> str:
    fault = email_address.fault_of(text, development=app.settings.development)
    if fault is not None:
        raise ValidationFailed(f"The address {fault}.")
    return text
