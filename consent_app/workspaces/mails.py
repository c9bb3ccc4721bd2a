"""The mails of workspaces, in every language, and who gets those about API keys."""

from __future__ import annotations

from collections.abc import Mapping
from uuid import UUID

from consent_app import mail
from consent_app.context import Context
from consent_app.mail import MailTemplate, MailText
from consent_app.workspaces import queries

INVITATION = MailTemplate(
    name="invitation",
    link="url",
    texts={
        "en": MailText(
            subject="You are invited to {workspace}",
            neutral_subject="You are invited to a workspace",
            paragraphs=(
                "{inviter} has invited you to the workspace {workspace} at {site}. The invitation"
                " is for this address alone:",
            ),
            action="Accept the invitation",
            closing=(
                "The link holds for 7 days. If you do not know the sender, do nothing: without"
                " your acceptance nothing happens.",
            ),
        ),
        "de": MailText(
            subject="Sie sind zu {workspace} eingeladen",
            neutral_subject="Sie sind in einen Arbeitsbereich eingeladen",
            paragraphs=(
                "{inviter} hat Sie zum Arbeitsbereich {workspace} bei {site} eingeladen. Die"
                " Einladung gilt nur für diese Adresse:",
            ),
            action="Einladung annehmen",
            closing=(
                "Der Link gilt 7 Tage. Falls Sie den Absender nicht kennen, ist nichts zu tun:"
                " Ohne Ihre Annahme geschieht nichts.",
            ),
        ),
    },
)
"""Sent to who is invited. ``url``: the page to accept on; ``workspace`` and ``inviter``: names."""

API_KEY_CREATED = MailTemplate(
    name="api_key_created",
    texts={
        "en": MailText(
            subject="An API key of {workspace} was made",
            neutral_subject="An API key of your workspace was made",
            paragraphs=(
                "An API key named {key} was made in the workspace {workspace} at {site} just now."
                " Whoever has it reads the workspace's receipts or domains.",
                "If nobody among you made it, revoke it among the workspace's API keys, and look at"
                " its members and its audit log.",
            ),
        ),
        "de": MailText(
            subject="Neuer API-Schlüssel von {workspace}",
            neutral_subject="Neuer API-Schlüssel Ihres Arbeitsbereichs",
            paragraphs=(
                "Im Arbeitsbereich {workspace} bei {site} wurde soeben ein API-Schlüssel mit dem"
                " Namen {key} erstellt. Wer ihn hat, liest die Belege oder die Domains des"
                " Arbeitsbereichs.",
                "Falls ihn niemand von Ihnen erstellt hat, widerrufen Sie ihn unter den"
                " API-Schlüsseln, und sehen Sie sich die Mitglieder und das Protokoll an.",
            ),
        ),
    },
)
"""Sent to the owners. ``workspace`` and ``key``: names."""

API_KEY_LEAKED = MailTemplate(
    name="api_key_leaked",
    texts={
        "en": MailText(
            subject="An API key of {workspace} was found in public and revoked",
            neutral_subject="An API key of your workspace was found in public and revoked",
            paragraphs=(
                "Somebody found an API key of the workspace {workspace} at {site} and reported it:"
                " {key}. It was revoked at once, and what uses it has stopped working.",
                "Make a new key, put it where the old one was needed, and take the old one out of"
                " wherever it stands. The audit log says where it was found.",
            ),
        ),
        "de": MailText(
            subject="API-Schlüssel von {workspace} öffentlich gefunden und widerrufen",
            neutral_subject="API-Schlüssel öffentlich gefunden und widerrufen",
            paragraphs=(
                "Jemand hat einen API-Schlüssel des Arbeitsbereichs {workspace} bei {site} gefunden"
                " und gemeldet: {key}. Er wurde sofort widerrufen; was ihn verwendet, steht still.",
                "Erstellen Sie einen neuen Schlüssel, setzen Sie ihn ein, wo der alte gebraucht"
                " wurde, und entfernen Sie den alten, wo immer er steht. Das Protokoll sagt, wo er"
                " gefunden wurde.",
            ),
        ),
    },
)
"""Sent to the owners. ``workspace``: its name; ``key``: the keys' names."""


def mail_owners(ctx: Context, template: MailTemplate, key_names: Mapping[UUID, str]) -> None:
    """Have each owner with a verified address mailed; ``key_names`` are by workspace.

    An address that is not verified may be a stranger's, who would get a mail for each key.
    """
    for owner in queries.get_confirmed_owners(ctx.session, list(key_names)):
        params = {"workspace": owner.workspace_name, "key": key_names[owner.workspace_id]}
        mail.send(ctx, template.name, owner, params)
