"""The emails of billing. All owners of a workspace get them, whichever emails they chose."""

from __future__ import annotations

from consent_app import mail
from consent_app.context import Context
from consent_app.mail import MailTemplate
from consent_app.workspaces.service import Workspace, get_members

OVERDUE = MailTemplate("payment_overdue", link="url")
"""Sent when a payment is first overdue. ``workspace``: its name; ``until``: a date; ``url``: the
page on which an owner chooses the workspace's plan."""

SUSPENDED = MailTemplate("workspace_suspended", link="url")
"""Sent when a workspace is suspended for a missing payment. ``workspace``: its name; ``url``: the
page on which an owner chooses the workspace's plan."""


def send_to_owners(
    ctx: Context, workspace: Workspace, template: MailTemplate, **params: str
) -> None:
    """Send an email to each owner of the workspace, in their language."""
    url = f"{ctx.app.settings.public_origin}/plans?workspace={workspace.slug}"
    values = {"workspace": workspace.name, "url": url, **params}
    for member in get_members(ctx.session, workspace.id):
        if member.role == "owner":
            mail.send(ctx, template.name, member, values)
