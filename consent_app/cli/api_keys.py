"""``consent-app api-key``: the keys of a workspace's own systems."""

from __future__ import annotations

from uuid import UUID

import click

from consent_app.cli.ini import application_of, ini_option
from consent_app.cli.output import instant, json_option, print_rows
from consent_app.context import Context
from consent_app.workspaces import api_keys
from consent_app.workspaces.admin import get_workspace_by_slug, lock_workspace_by_slug

workspace_option = click.option(
    "--workspace", "slug", required=True, metavar="SLUG", help="The workspace's slug."
)


@click.group()
def command() -> None:
    """List and revoke the API keys of a workspace."""


@command.command("list")
@workspace_option
@json_option
@ini_option
def list_keys(slug: str, as_json: bool, ini: str | None) -> None:
    """List a workspace's keys that are not revoked. No secret is kept, so none is shown."""
    with application_of(ini) as app, Context.of_operator(app).reading() as ctx:
        workspace = get_workspace_by_slug(ctx.session, slug)
        rows = [
            {
                "id": str(key.id),
                "name": key.name,
                "scopes": key.scopes,
                "createdAt": instant(key.created_at),
                "createdBy": email,
                "expiresAt": instant(key.expires_at),
                "lastUsedAt": instant(key.last_used_at),
            }
            for key, email in api_keys.list_api_keys(ctx.in_workspace(workspace.id))
        ]
    print_rows(rows, as_json=as_json, nothing="The workspace has no API key.")


@command.command("revoke")
@click.argument("key_id", type=UUID, metavar="ID")
@workspace_option
@ini_option
def revoke_key(key_id: UUID, slug: str, ini: str | None) -> None:
    """Revoke the key ID: nothing can be read with it from now on."""
    with application_of(ini) as app, Context.of_operator(app).transaction() as ctx:
        workspace = lock_workspace_by_slug(ctx.session, slug)
        api_keys.revoke_api_key(ctx.in_workspace(workspace.id), key_id)
    click.echo(f"{key_id} is revoked.")
