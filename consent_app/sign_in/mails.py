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

RESET_PASSWORD = MailTemplate(
    name="reset_password",
    link="url",
    texts={
        "en": MailText(
            subject="Reset your password",
            paragraphs=(
                "Someone, hopefully you, asked to reset the password of your account at {site}."
                " Set a new one here:",
            ),
            action="Set a new password",
            closing=(
                "The link holds for 30 minutes and works once. Your authenticator stays as it is."
                " If it was not you, do nothing: your password stays as it is too.",
            ),
        ),
        "de": MailText(
            subject="Passwort zurücksetzen",
            paragraphs=(
                "Jemand, hoffentlich Sie, möchte das Passwort Ihres Kontos bei {site} zurücksetzen."
                " Hier setzen Sie ein neues:",
            ),
            action="Neues Passwort setzen",
            closing=(
                "Der Link gilt 30 Minuten und nur einmal. Ihr Authenticator bleibt, wie er ist."
                " Falls Sie es nicht waren, ist nichts zu tun: Auch Ihr Passwort bleibt dann.",
            ),
        ),
    },
)
"""Sent when a reset was asked for. ``url``: the page that sets the new password."""

PASSWORD_CHANGED = MailTemplate(
    name="password_changed",
    texts={
        "en": MailText(
            subject="Your password was changed",
            paragraphs=(
                "The password of your account at {site} was changed just now, and every other"
                " session was signed out.",
                "If it was not you, reset your password at once, and tell the people who run your"
                " workspace.",
            ),
        ),
        "de": MailText(
            subject="Ihr Passwort wurde geändert",
            paragraphs=(
                "Das Passwort Ihres Kontos bei {site} wurde soeben geändert, und alle anderen"
                " Sitzungen wurden beendet.",
                "Falls Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück und verständigen"
                " Sie, wer Ihren Arbeitsbereich betreut.",
            ),
        ),
    },
)
"""Sent after every change of the password."""
