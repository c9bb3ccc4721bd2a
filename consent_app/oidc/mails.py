"""The mail that tells of a linked identity, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

IDENTITY_LINKED = MailTemplate(
    name="identity_linked",
    texts={
        "en": MailText(
            subject="A new sign-in was linked to your account",
            paragraphs=(
                "Someone signed in to {site} with an identity at {provider} that has this email"
                " address, and the provider confirmed that the address is theirs. From now on that"
                " identity signs in to your account, without the password and the authenticator"
                " code.",
            ),
            closing=(
                "If that was you, there is nothing to do. If not, someone else can use your address"
                " at {provider}: secure it there, and tell the operator of {site} at once.",
            ),
        ),
        "de": MailText(
            subject="Eine neue Anmeldung wurde mit Ihrem Konto verknüpft",
            paragraphs=(
                "Bei {site} hat sich jemand mit einer Identität von {provider} angemeldet, die"
                " diese E-Mail-Adresse trägt, und der Anbieter hat die Adresse bestätigt. Von jetzt"
                " an meldet diese Identität bei Ihrem Konto an, ohne Passwort und ohne Code der"
                " Authenticator-App.",
            ),
            closing=(
                "Waren Sie das, ist nichts zu tun. Wenn nicht, kann jemand anderes Ihre Adresse bei"
                " {provider} benutzen: Sichern Sie sie dort, und sagen Sie es sofort dem Betreiber"
                " von {site}.",
            ),
        ),
    },
)
"""Sent when an identity is linked to an account. ``provider``: the host of its issuer."""
