"""The mails of registration, addresses and password resets, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText
from consent_app.sessions.service import security_notice

UNNAMED_NETWORK = {"en": "not known", "de": "nicht bekannt"}

CONFIRM_REGISTRATION = MailTemplate(
    name="confirm_registration",
    link="url",
    other_link="disown_url",
    texts={
        "en": MailText(
            subject="Please confirm your email address",
            paragraphs=(
                "An account was registered at {site} with this email address: on {time}, with"
                " {device}, from the network {network}.",
                "If that was you, confirm that the address is yours:",
            ),
            action="Confirm address",
            closing=(
                "The link holds for 3 days. If you did not register, do not confirm: someone else"
                " has set a password for your address. This link deletes the account, within 30"
                " days:",
            ),
            other_action="I did not create this account",
        ),
        "de": MailText(
            subject="Bitte bestätigen Sie Ihre E-Mail-Adresse",
            paragraphs=(
                "Bei {site} wurde mit dieser E-Mail-Adresse ein Konto angelegt: am {time}, mit"
                " {device}, aus dem Netz {network}.",
                "Waren Sie das, bestätigen Sie, dass die Adresse Ihnen gehört:",
            ),
            action="Adresse bestätigen",
            closing=(
                "Der Link gilt 3 Tage. Falls Sie sich nicht registriert haben, bestätigen Sie"
                " nicht: Jemand anderes hat ein Passwort für Ihre Adresse festgelegt. Dieser Link"
                " löscht das Konto, 30 Tage lang:",
            ),
            other_action="Dieses Konto habe ich nicht angelegt",
        ),
    },
)
"""Sent on registration. ``url``: the confirmation page with the token in its fragment;
``disown_url``: the page that deletes the account; ``time``, ``device``, ``network``: its origin."""

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
"""What the former release has queued. ``url``: the confirmation page, with the token."""

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
                "The link holds for 30 minutes and works once. If it was not you, do nothing: your"
                " password stays as it is.",
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
                "Der Link gilt 30 Minuten und nur einmal. Falls Sie es nicht waren, ist nichts zu"
                " tun: Ihr Passwort bleibt, wie es ist.",
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
                "The password of your account at {site} was changed just now. Every other session"
                " was signed out, unless it was chosen to keep them.",
                "If it was not you, reset your password at once, and tell the people who run your"
                " workspace.",
            ),
        ),
        "de": MailText(
            subject="Ihr Passwort wurde geändert",
            paragraphs=(
                "Das Passwort Ihres Kontos bei {site} wurde soeben geändert. Alle anderen Sitzungen"
                " wurden beendet, falls nicht gewählt wurde, sie zu behalten.",
                "Falls Sie es nicht waren, setzen Sie Ihr Passwort sofort zurück und verständigen"
                " Sie, wer Ihren Arbeitsbereich betreut.",
            ),
        ),
    },
)
"""Sent after every change of the password."""

FIRST_COMER_REMOVED = MailTemplate(
    name="first_comer_removed",
    texts={
        "en": MailText(
            subject="Former credentials of your account were removed",
            paragraphs=(
                "The address of your account at {site} was confirmed less than 30 days ago, and"
                " nothing showed that it was you who made the account. You have now shown that the"
                " address is yours. So the former password, authenticator, backup codes, sessions"
                " and API keys were removed: they may have been someone else's.",
                "Your memberships of workspaces stay. Your next sign-in with a password sets up an"
                " authenticator. Replace the API keys that you made yourself.",
            ),
        ),
        "de": MailText(
            subject="Frühere Zugangsdaten Ihres Kontos wurden entfernt",
            paragraphs=(
                "Die Adresse Ihres Kontos bei {site} wurde vor weniger als 30 Tagen bestätigt, und"
                " nichts zeigte, dass Sie das Konto angelegt haben. Jetzt haben Sie gezeigt, dass"
                " die Adresse Ihnen gehört. Darum wurden Passwort, Authenticator, Ersatzcodes,"
                " Sitzungen und API-Schlüssel von vorher entfernt: Sie könnten von jemand anderem"
                " stammen.",
                "Ihre Mitgliedschaften bleiben. Bei der nächsten Anmeldung mit Passwort richten Sie"
                " einen Authenticator ein. API-Schlüssel, die von Ihnen stammten, ersetzen Sie"
                " bitte.",
            ),
        ),
    },
)
"""Sent after a reset or a provider's sign-in removed what may be a first comer's."""

ACCOUNT_DISOWNED = MailTemplate(
    name="account_disowned",
    texts={
        "en": MailText(
            subject="The account with your address was deleted",
            paragraphs=(
                "You said that you did not create the account at {site} with this address. It was"
                " deleted, with all that was set up in it.",
            ),
        ),
        "de": MailText(
            subject="Das Konto mit Ihrer Adresse wurde gelöscht",
            paragraphs=(
                "Sie haben mitgeteilt, dass Sie das Konto mit dieser Adresse bei {site} nicht"
                " angelegt haben. Es wurde gelöscht, mit allem, was darin eingerichtet war.",
            ),
        ),
    },
)
"""Sent to the address of an account that was disowned."""

ADDRESS_CHANGED = security_notice(
    "address_changed",
    (
        "The email address of your account was changed",
        "Your account at {site} now has the email address {address}. Links that were sent before"
        " to the former address do not work any more.",
    ),
    (
        "Die E-Mail-Adresse Ihres Kontos wurde geändert",
        "Ihr Konto bei {site} hat jetzt die E-Mail-Adresse {address}. Links, die vorher an die"
        " bisherige gingen, gelten nicht mehr.",
    ),
)
"""Sent to both addresses after the change. ``address``: the new one, mostly hidden."""

TEMPLATES = (
    CONFIRM_REGISTRATION,
    CONFIRM_ADDRESS,
    RESET_PASSWORD,
    PASSWORD_CHANGED,
    FIRST_COMER_REMOVED,
    ACCOUNT_DISOWNED,
    ADDRESS_CHANGED,
)
