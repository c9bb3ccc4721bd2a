"""``consent-app workspace``: the workspaces of an installation."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any
from uuid import UUID

import click
from sqlalchemy.orm import Session

from consent_app.admin import schemas
from consent_app.application import Application
from consent_app.billing.service import (
    drop_subscriptions,
    get_payment_suspension,
    get_unended,
    is_suspended_for_payment,
)
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import (
    Progress,
    json_option,
    page_options,
    print_done,
    print_row,
    print_rows,
    yes_option,
)
from consent_app.context import Context
from consent_app.errors import ValidationFailed
from consent_app.events.site_changes import KNOWN_SECONDS
from consent_app.retention.service import delete_receipts_of
from consent_app.statistics.service import delete_counts_of
from consent_app.text import noun_form
from consent_app.workspaces import admin
from consent_app.workspaces.service import Workspace, get_members, get_workspaces, is_suspended


@click.group()
def command() -> None:
    """List, create, suspend, resume and delete workspaces."""


@command.command("list")
@page_options
@json_option
@ini_option
def list_workspaces(limit: int, cursor: UUID | None, as_json: bool, ini: str | None) -> None:
    """List workspaces, the newest first."""
    with application_of(ini) as app, app.database.session(read_only=True) as session:
        rows = [_row(app, workspace) for workspace in get_workspaces(session, limit, cursor)]
    print_rows(rows, as_json=as_json, empty="There are no workspaces.")


@command.command("show")
@click.argument("slug")
@json_option
@ini_option
def show_workspace(slug: str, as_json: bool, ini: str | None) -> None:
    """Show the workspace SLUG and its members."""
    with application_of(ini) as app, app.database.session(read_only=True) as session:
        workspace = admin.get_workspace_by_slug(session, slug)
        origin = app.settings.workspace_url(workspace.slug)
        members = get_members(session, workspace.id)
        row = _row(app, workspace) | schemas.workspace_details(workspace, origin, members)
    print_row(row, as_json=as_json)


@command.command("suspend")
@click.argument("slug")
@json_option
@ini_option
def suspend_workspace(slug: str, as_json: bool, ini: str | None) -> None:
    """Suspend the workspace SLUG.

    Nobody can sign in to it or change anything. Its banner does not ask visitors, but still blocks.
    Its API keys can still read, because the receipts are its proof. Nothing is deleted. No payment
    resumes it, even if it was already suspended for a missing one.
    """
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        changed = _suspend(ctx, slug)
    message = f"{slug} is suspended." if changed else "Nothing to do: it is already suspended."
    print_done(message, {"slug": slug, "suspended": True, "changed": changed}, as_json=as_json)


def _suspend(ctx: Context, slug: str) -> bool:
    """Suspend a workspace. False if it already was, for another reason than payment."""
    if admin.suspend_workspace(ctx, slug):
        return True
    workspace = admin.lock_workspace_by_slug(ctx.session, slug)
    if not is_suspended_for_payment(ctx.session, workspace):
        return False
    admin.take_over_suspension(ctx, workspace)
    return True


@command.command("resume")
@click.argument("slug")
@json_option
@ini_option
def resume_workspace(slug: str, as_json: bool, ini: str | None) -> int:
    """Resume the workspace SLUG, which was suspended by an operator or for a missing payment.

    If it is suspended for both reasons, this lifts the operator's suspension only, and the exit
    status is 1. Run it again to lift the other one.
    """
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        unpaid = _return_to_payment(ctx, slug)
        changed = unpaid or admin.resume_workspace(ctx, slug)
    message = f"{slug} is resumed." if changed else "Nothing to do: it is not suspended."
    if unpaid:
        message = (
            f"{slug} is still suspended for a missing payment. To lift that too, run it again."
        )
    print_done(message, {"slug": slug, "suspended": unpaid, "changed": changed}, as_json=as_json)
    return 1 if unpaid else 0


def _return_to_payment(ctx: Context, slug: str) -> bool:
    """Lift the operator's suspension of a workspace that a missing payment suspends too.

    False if only one of the two suspends it, or nothing does.
    """
    workspace = admin.lock_workspace_by_slug(ctx.session, slug)
    since = get_payment_suspension(ctx.session, workspace)
    if since is None:
        return False
    admin.return_suspension(ctx, workspace, since)
    return True


@command.command("delete")
@click.argument("slug")
@click.option(
    "--ignore-subscription",
    is_flag=True,
    help="Delete it even if a subscription has not ended. The command does not cancel it.",
)
@yes_option
@json_option
@ini_option
def delete_workspace(
    slug: str, ignore_subscription: bool, yes: bool, as_json: bool, ini: str | None
) -> None:
    """Delete the workspace SLUG with all its data, including receipts. This cannot be undone.

    Receipts are its owners' proof, so run `receipts export` first. A workspace with an active
    subscription is refused: cancel that first. If the command is interrupted, the workspace stays
    suspended: run it again.
    """
    refuse = _refuse_nothing if ignore_subscription else _refuse_a_subscription
    with application_of(ini) as app:
        with app.database.session(read_only=True) as session:
            workspace = admin.get_workspace_by_slug(session, slug)
            workspace_id, name = workspace.id, workspace.name
            refuse(session, workspace_id)
        if not yes:
            _confirm(slug, name)
        with Context.of_operator(app).transaction() as ctx:
            _suspend(ctx, slug)
            # Again, because a payment may have arrived while the operator typed.
            refuse(ctx.session, workspace_id)
        receipts = 0
        with Progress("receipts deleted") as progress:
            for count in _delete_rows_of(app, workspace_id):
                receipts += count
                progress.show(receipts)
        with Context.of_operator(app).transaction() as ctx:
            # And again, on a page of Stripe's that was open: nobody would end what they pay for.
            admin.lock_workspace_by_slug(ctx.session, slug)
            refuse(ctx.session, workspace_id)
            drop_subscriptions(ctx.session, workspace_id, ctx.now())
            admin.delete_workspace(ctx, slug)
        receipts += _delete_late_rows_of(app, workspace_id)
    row = {"id": str(workspace_id), "slug": slug, "receipts": receipts}
    deleted = f"{receipts:,} {noun_form(receipts, 'receipt')}"
    print_done(f"{slug} is deleted, with {deleted}.", row, as_json=as_json)


def _delete_rows_of(app: Application, workspace_id: UUID) -> Iterator[int]:
    """Delete what refers to a workspace by no foreign key. Yield the sizes of batches of receipts.

    Each room deletes its own rows, in short transactions.
    """
    yield from delete_receipts_of(app, workspace_id)
    delete_counts_of(app, workspace_id)


def _delete_late_rows_of(app: Application, workspace_id: UUID) -> int:
    """Delete what was added until each server knew that the workspace is deleted. Return the number
    of receipts.

    Refusals are recorded until the domains are deleted, and views are counted for a moment more.
    """
    receipts = sum(_delete_rows_of(app, workspace_id))
    time.sleep(KNOWN_SECONDS)
    delete_counts_of(app, workspace_id)
    return receipts


def _confirm(slug: str, name: str) -> None:
    question = f"This deletes {name} and its receipts. Type {slug} to continue"
    if click.prompt(question, err=True) != slug:
        raise click.Abort


def _refuse_a_subscription(session: Session, workspace_id: UUID) -> None:
    if unended := get_unended(session, workspace_id):
        raise ValidationFailed(
            f"It has an active subscription: {', '.join(unended)}. Cancel that first. If Stripe "
            "no longer has it, use --ignore-subscription."
        )


def _refuse_nothing(session: Session, workspace_id: UUID) -> None:
    """The operator looks after the subscription."""


@command.command("create")
@click.argument("name")
@click.option("--owner", required=True, metavar="EMAIL", help="The verified account that owns it.")
@click.option(
    "--plan", metavar="PLAN", help="Its plan, without an end date.  [default: consent.default_plan]"
)
@json_option
@ini_option
def create_workspace(
    name: str, owner: str, plan: str | None, as_json: bool, ini: str | None
) -> None:
    """Create the workspace NAME for a verified account.

    The slug is derived from the name. Prints slug, plan and origin.
    """
    with application_of(ini) as app:
        with Context.of_operator(app).transaction() as ctx:
            user = admin.lock_verified_user(ctx.session, owner)
            workspace = admin.open_workspace(ctx, name, user, plan)
        print_workspace(app, workspace, as_json=as_json)


@command.command("set-plan")
@click.argument("slug")
@click.argument("plan")
@json_option
@ini_option
def set_plan(slug: str, plan: str, as_json: bool, ini: str | None) -> int:
    """Put the workspace SLUG on PLAN, without an end date.

    Resumes a suspended workspace, unless it has no members: then the exit status is 1.
    """
    with application_of(ini) as app:
        with Context.of_operator(app).transaction() as ctx:
            workspace = admin.set_plan(ctx, slug, plan)
        print_workspace(app, workspace, as_json=as_json)
        if is_suspended(workspace, app.now()):
            click.echo(
                "It is still suspended: it has no members. Add one with `user create-owner`.",
                err=as_json,
            )
            return 1
    return 0


def print_workspace(
    app: Application,
    workspace: Workspace,
    more: dict[str, Any] | None = None,
    *,
    as_json: bool = False,
) -> None:
    """Print a line about a workspace: slug, plan, origin; or its row and ``more`` as JSON."""
    origin = app.settings.workspace_url(workspace.slug)
    line = "\t".join((workspace.slug, workspace.plan, origin))
    print_done(line, _row(app, workspace) | {"origin": origin} | (more or {}), as_json=as_json)


def _row(app: Application, workspace: Workspace) -> dict[str, Any]:
    return schemas.workspace(workspace, suspended=is_suspended(workspace, app.now()))
