"""The mails of billing, in every language. They go to a workspace's owners, whatever they chose."""

from __future__ import annotations

from consent_app import mail
from consent_app.context import Context
from consent_app.mail import MailTemplate, MailText
from consent_app.workspaces.service import Workspace, members_of

OVERDUE = MailTemplate(
    name="payment_overdue",
    texts={
        "en": MailText(
            subject="A payment for {workspace} is overdue",
            neutral_subject="A payment for your workspace is overdue",
            paragraphs=(
                "The payment for the workspace {workspace} at {site} did not arrive. Everything"
                " goes on working until {until}; after that the workspace is suspended.",
                "Nothing is deleted. Once the payment arrives, all is as before.",
            ),
        ),
        "de": MailText(
            subject="Eine Zahlung für {workspace} steht aus",
            neutral_subject="Eine Zahlung für Ihren Arbeitsbereich steht aus",
            paragraphs=(
                "Die Zahlung für den Arbeitsbereich {workspace} bei {site} ist nicht eingegangen."
                " Bis {until} läuft alles weiter; danach wird der Arbeitsbereich gesperrt.",
                "Gelöscht wird nichts. Sobald die Zahlung eingeht, ist alles wie zuvor.",
            ),
        ),
    },
)
"""Sent when a payment is first missing. ``workspace``: its name; ``until``: a date."""

SUSPENDED = MailTemplate(
    name="workspace_suspended",
    texts={
        "en": MailText(
            subject="The workspace {workspace} is suspended",
            neutral_subject="Your workspace is suspended",
            paragraphs=(
                "The workspace {workspace} at {site} is not paid for any more and is suspended:"
                " nobody can sign in to it, and its banners ask nobody.",
                "Nothing is deleted. A payment by an owner brings all of it back.",
            ),
        ),
        "de": MailText(
            subject="Der Arbeitsbereich {workspace} ist gesperrt",
            neutral_subject="Ihr Arbeitsbereich ist gesperrt",
            paragraphs=(
                "Der Arbeitsbereich {workspace} bei {site} wird nicht mehr bezahlt und ist"
                " gesperrt: Niemand kann sich dort anmelden, und seine Banner fragen niemanden.",
                "Gelöscht wird nichts. Die Zahlung eines Inhabers bringt alles zurück.",
            ),
        ),
    },
)
"""Sent when a workspace is suspended for want of payment. ``workspace``: its name."""


def send_to_owners(
    ctx: Context, workspace: Workspace, template: MailTemplate, **params: str
) -> None:
    """Send a mail to each owner of the workspace, in their language."""
    for member in members_of(ctx.session, workspace.id):
        if member.role == "owner":
            mail.send(ctx, template.name, member, {"workspace": workspace.name, **params})
