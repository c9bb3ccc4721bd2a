"""``consent-app user``: the accounts of an installation."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any
from uuid import UUID

import click
from sqlalchemy.orm import Session

from consent_app import email_address
from consent_app.account.service import delete_account_of
from consent_app.accounts.service import (
    User,
    find_user_by_email,
    get_users,
    lock_known_user,
    unknown_account,
)
from consent_app.admin import schemas
from consent_app.admin.workspaces import print_workspace
from consent_app.application import Application
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import (
    confirm,
    json_option,
    page_options,
    print_done,
    print_row,
    print_rows,
    yes_option,
)
from consent_app.context import Context
from consent_app.errors import ValidationFailed
from consent_app.registration import admin as accounts
from consent_app.registration.service import send_verification
from consent_app.sign_in.service import get_factor
from consent_app.workspaces import admin as workspaces
from consent_app.workspaces.service import get_accesses, is_suspended


@click.group()
def command() -> None:
    """List, create, manage and delete accounts."""


@command.command("list")
@page_options
@json_option
@ini_option
def list_users(limit: int, cursor: UUID | None, as_json: bool, ini: str | None) -> None:
    """List accounts, the newest first."""
    with application_of(ini) as app, app.database.session(read_only=True) as session:
        rows = [schemas.user(user) for user in get_users(session, limit, cursor)]
    print_rows(rows, as_json=as_json, empty="There are no accounts.")


@command.command("create-owner")
@click.argument("email")
@click.option("--workspace", "slug", metavar="SLUG", help="An existing workspace.")
@click.option("--new-workspace", metavar="NAME", help="The name of a new workspace.")
@click.option(
    "--plan", metavar="PLAN", help="The new workspace's plan.  [default: consent.default_plan]"
)
@click.option(
    "--print-link", is_flag=True, help="Print the link that sets the password, and send no mail."
)
@json_option
@ini_option
def create_owner(email: str, slug: str | None, new_workspace: str | None, **options: Any) -> None:
    """Make EMAIL the owner of a workspace, and create the account if necessary.

    You vouch for the address. An account that was registered with it but never verified loses
    everything that was set up without verification.
    """
    if (slug is None) == (new_workspace is None):
        raise click.UsageError("Give either --workspace or --new-workspace.")
    if new_workspace is None and options["plan"] is not None:
        raise click.UsageError("--plan is for --new-workspace. Use `workspace set-plan` instead.")
    print_link = options["print_link"]
    with application_of(options["ini"]) as app:
        email = _address(app, email)
        with Context.of_operator(app).transaction() as ctx:
            session = ctx.session
            if new_workspace is not None:
                user = accounts.ensure_vouched_user(ctx, email)
                workspace = workspaces.open_workspace(ctx, new_workspace, user, options["plan"])
            else:
                assert slug is not None
                workspace_id = workspaces.get_workspace_by_slug(session, slug).id
                user = accounts.ensure_vouched_user(ctx, email, workspace_id)
                workspace = workspaces.lock_workspace_by_slug(session, slug)
                workspaces.make_owner(ctx, workspace, user)
            link = accounts.issue_password_link(ctx, user)
            if not print_link:
                accounts.notify_owner(ctx, user, workspace.name, link)
        as_json = options["as_json"]
        owner = {"email": email, "link": link if print_link else None, "mailed": not print_link}
        print_workspace(app, workspace, owner, as_json=as_json)
        if print_link and not as_json:
            click.echo(
                link or "The account already has a password. `user reset-password` prints a link."
            )
        elif not print_link:
            click.echo(f"An email is on its way to {email}.", err=as_json)
        if is_suspended(workspace, app.now()):
            click.echo("It is suspended. Resume it with `workspace set-plan`.", err=as_json)


@command.command("show")
@click.argument("email")
@json_option
@ini_option
def show_user(email: str, as_json: bool, ini: str | None) -> None:
    """Show the account of EMAIL and its workspaces."""
    with application_of(ini) as app, app.database.session(read_only=True) as session:
        user = _get_user(session, email)
        row = schemas.whole_user(
            user,
            get_accesses(session, user.id),
            has_authenticator=get_factor(session, user.id) is not None,
        )
    print_row(row, as_json=as_json)


@command.command("verify")
@click.argument("email")
@yes_option
@json_option
@ini_option
def verify_address(email: str, yes: bool, as_json: bool, ini: str | None) -> None:
    """Verify the address of EMAIL's account, if no mail reaches it.

    You vouch that the person who registered the account owns the address. If you are not sure, send
    the email again (`user resend-verification`).
    """
    with application_of(ini) as app:
        _confirm(app, email, f"Does the person who registered {email} own that address?", yes=yes)
        with Context.of_operator(app).transaction() as ctx:
            changed = accounts.verify_address(ctx, email)
    message = f"{email} is verified." if changed else "Nothing to do: it is verified."
    print_done(message, {"email": email, "verified": True, "changed": changed}, as_json=as_json)


@command.command("delete")
@click.argument("email")
@yes_option
@json_option
@ini_option
def delete_user(email: str, yes: bool, as_json: bool, ini: str | None) -> None:
    """Delete the account of EMAIL. Its workspaces stay, with their keys and receipts.

    If EMAIL is the only owner of a workspace with other members, make another owner first. A
    workspace that loses its last member is suspended.
    """
    with application_of(ini) as app:
        _confirm(app, email, f"Delete the account of {email}?", yes=yes)
        with Context.of_operator(app).transaction() as ctx:
            user_id = delete_account_of(ctx, email)
    row = {"id": str(user_id), "email": email}
    print_done(f"The account of {email} is deleted.", row, as_json=as_json)


@command.command("resend-verification")
@click.argument("email")
@json_option
@ini_option
def resend_verification(email: str, as_json: bool, ini: str | None) -> None:
    """Send EMAIL another link to verify the address. Earlier links stay valid."""
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        user = lock_known_user(ctx.session, email)
        sent = user.verified_at is None
        if sent:
            send_verification(ctx, user)
    message = f"A link is on its way to {email}." if sent else "Nothing to do: it is verified."
    print_done(message, {"email": email, "sent": sent}, as_json=as_json)


@command.command("reset-password")
@click.argument("email")
@json_option
@ini_option
def reset_password(email: str, as_json: bool, ini: str | None) -> None:
    """Print a link that sets a new password for EMAIL, if no mail reaches it.

    It is valid for 30 minutes, and works once. First verify in another way that the request comes
    from this person.
    """
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        link = accounts.issue_new_password_link(ctx, email)
    print_done(link, {"email": email, "link": link}, as_json=as_json)


@command.command("reset-second-factor")
@click.argument("email")
@yes_option
@json_option
@ini_option
def reset_second_factor(email: str, yes: bool, as_json: bool, ini: str | None) -> None:
    """Remove the authenticator and backup codes of EMAIL, and end their sessions.

    First verify in another way that the request comes from this person: anyone who knows the
    password can then set up the new authenticator.
    """
    message = "{email} sets up a new authenticator at the next sign-in."
    with application_of(ini) as app:
        question = f"Remove the authenticator and backup codes of {email}?"
        _confirm(app, email, question, yes=yes)
        _change(app, email, accounts.reset_second_factor, message, as_json=as_json)


@command.command("end-sessions")
@click.argument("email")
@json_option
@ini_option
def end_sessions(email: str, as_json: bool, ini: str | None) -> None:
    """End every session of EMAIL."""
    message = "{email} is signed out everywhere."
    with application_of(ini) as app:
        _change(app, email, accounts.end_sessions, message, as_json=as_json)


@command.command("disable")
@click.argument("email")
@json_option
@ini_option
def disable(email: str, as_json: bool, ini: str | None) -> None:
    """Disable sign-in to the account of EMAIL, and end its sessions."""
    message = "{email} cannot sign in until the account is enabled again."
    with application_of(ini) as app:
        _switch(app, email, message, disabled=True, as_json=as_json)


@command.command("enable")
@click.argument("email")
@json_option
@ini_option
def enable(email: str, as_json: bool, ini: str | None) -> None:
    """Enable sign-in to the account of EMAIL again."""
    with application_of(ini) as app:
        message = "{email} can sign in again."
        _switch(app, email, message, disabled=False, as_json=as_json)


def _get_user(session: Session, email: str) -> User:
    """Return an account. Raises AccountNotFound."""
    user = find_user_by_email(session, email)
    if user is None:
        raise unknown_account(email)
    return user


def _confirm(app: Application, email: str, question: str, *, yes: bool) -> None:
    """Ask about an account. Raises AccountNotFound before that."""
    with app.database.session(read_only=True) as session:
        _get_user(session, email)
    confirm(question, yes=yes)


def _change(
    app: Application,
    email: str,
    change: Callable[[Context, str], User],
    message: str,
    *,
    as_json: bool,
) -> None:
    with Context.of_operator(app).transaction() as ctx:
        row = _row(change(ctx, email))
    print_done(message.format(email=row["email"]), row, as_json=as_json)


def _switch(app: Application, email: str, message: str, *, disabled: bool, as_json: bool) -> None:
    """Disable or enable an account, unless it is so already."""
    change = accounts.disable if disabled else accounts.enable
    with Context.of_operator(app).transaction() as ctx:
        user = _get_user(ctx.session, email)
        changed = (user.disabled_at is not None) is not disabled
        row = _row(change(ctx, email) if changed else user) | {"changed": changed}
    if not changed:
        message = f"Nothing to do: it is already {'disabled' if disabled else 'enabled'}."
    print_done(message.format(email=row["email"]), row, as_json=as_json)


def _row(user: User) -> dict[str, Any]:
    return {"id": str(user.id), "email": user.email, "disabled": user.disabled_at is not None}


def _address(app: Application, text: str) -> str:
    problem = email_address.problem_of(text, development=app.settings.development)
    if problem is not None:
        raise ValidationFailed(f"The address {problem}.")
    return text
