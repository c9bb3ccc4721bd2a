"""The emails about API keys, and who gets them."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from consent_app import mail
from consent_app.context import Context
from consent_app.mail import MailTemplate
from consent_app.workspaces.service import get_verified_owners

API_KEY_CREATED = MailTemplate("api_key_created")
"""Sent to the owners. ``workspace`` and ``key``: names."""

API_KEY_LEAKED = MailTemplate("api_key_leaked")
"""Sent to the owners. ``workspace``: its name; ``key``: the keys' names."""


def mail_owners(ctx: Context, template: MailTemplate, key_names: Mapping[UUID, str]) -> None:
    """Mail each owner with a verified address; ``key_names`` are by workspace.

    An unverified address may belong to a stranger, who would get an email for each key. A disabled
    account is shut out.
    """
    for owner in get_verified_owners(ctx.session, list(key_names)):
        params = {"workspace": owner.workspace_name, "key": key_names[owner.workspace_id]}
        mail.send(ctx, template.name, owner, params)
