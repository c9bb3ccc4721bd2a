"""The mails of workspaces, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

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
