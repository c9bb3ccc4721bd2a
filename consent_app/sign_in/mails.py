"""The account mails of signing in, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

CONFIRM_ADDRESS = MailTemplate(
    name="confirm_address",
    link="url",
    texts={
        "en": MailText(
            subject="Please confirm your email address",
            paragraphs=(
                "An account was registered at {site} with this email address. Confirm that the"
                " address is yours:",
            ),
            action="Confirm address",
            closing=(
                "The link holds for 3 days. If you did not register, do nothing: without your"
                " confirmation the address stays unconfirmed.",
            ),
        ),
        "de": MailText(
            subject="Bitte bestätigen Sie Ihre E-Mail-Adresse",
            paragraphs=(
                "Bei {site} wurde mit dieser E-Mail-Adresse ein Konto angelegt. Bestätigen Sie,"
                " dass die Adresse Ihnen gehört:",
            ),
            action="Adresse bestätigen",
            closing=(
                "Der Link gilt 3 Tage. Falls Sie sich nicht angemeldet haben, ist nichts zu tun:"
                " Ohne Ihre Bestätigung bleibt die Adresse unbestätigt.",
            ),
        ),
    },
)
"""Sent on registration. ``url``: the confirmation page with the token in its fragment."""
