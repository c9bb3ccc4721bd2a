"""``consent-app api-key``: the keys of a workspace's own systems."""

from __future__ import annotations

from typing import Any
from uuid import UUID

import click

from consent_app.admin import schemas
from consent_app.api_keys.service import list_api_keys, revoke_api_key
from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import (
    ID,
    confirm,
    json_option,
    print_done,
    print_row,
    print_rows,
    workspace_option,
    yes_option,
)
from consent_app.context import Context
from consent_app.errors import NotFound
from consent_app.workspaces.admin import get_workspace_by_slug, lock_workspace_by_slug
from consent_app.workspaces.service import Workspace


@click.group()
def command() -> None:
    """List, show and revoke the API keys of a workspace."""


@command.command("list")
@workspace_option
@json_option
@ini_option
def list_keys(slug: str, as_json: bool, ini: str | None) -> None:
    """List a workspace's active keys. Their secrets are not stored, so they cannot be shown."""
    with application_of(ini) as app, Context.of_operator(app).reading() as ctx:
        workspace = get_workspace_by_slug(ctx.session, slug)
        rows = _rows(ctx, workspace)
    print_rows(rows, as_json=as_json, empty="The workspace has no API key.")


@command.command("show")
@click.argument("key_id", type=ID, metavar="ID")
@workspace_option
@json_option
@ini_option
def show_key(key_id: UUID, slug: str, as_json: bool, ini: str | None) -> None:
    """Show the key ID of a workspace, unless it is revoked."""
    with application_of(ini) as app, Context.of_operator(app).reading() as ctx:
        row = _row(ctx, slug, key_id)
    print_row(row, as_json=as_json)


@command.command("revoke")
@click.argument("key_id", type=ID, metavar="ID")
@workspace_option
@yes_option
@json_option
@ini_option
def revoke_key(key_id: UUID, slug: str, yes: bool, as_json: bool, ini: str | None) -> None:
    """Revoke the key ID. It stops working immediately."""
    with application_of(ini) as app:
        with Context.of_operator(app).reading() as reading:
            name = _row(reading, slug, key_id)["name"]
        confirm(f"Revoke the key {name}?", yes=yes)
        with Context.of_operator(app).transaction() as ctx:
            workspace = lock_workspace_by_slug(ctx.session, slug)
            revoke_api_key(ctx.in_workspace(workspace.id), key_id)
    row = {"id": str(key_id), "revoked": True}
    print_done(f"{key_id} is revoked.", row, as_json=as_json)


def _row(ctx: Context, slug: str, key_id: UUID) -> dict[str, Any]:
    for row in _rows(ctx, get_workspace_by_slug(ctx.session, slug)):
        if row["id"] == str(key_id):
            return row
    raise NotFound(
        f"The workspace {slug} has no key with the id {key_id}, or it is revoked."
        f" `consent-app api-key list --workspace {slug}` lists its keys."
    )


def _rows(ctx: Context, workspace: Workspace) -> list[dict[str, Any]]:
    return [
        schemas.api_key(key, email) for key, email in list_api_keys(ctx.in_workspace(workspace.id))
    ]
