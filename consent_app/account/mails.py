"""The mails about changes of one's own account, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText
from consent_app.sessions.service import security_notice

BACKUP_CODES_REPLACED = MailTemplate(
    name="backup_codes_replaced",
    texts={
        "en": MailText(
            subject="Your backup codes were changed",
            paragraphs=(
                "The backup codes of your account at {site} were replaced just now. The former"
                " ones do not work any more.",
                "If it was not you, change your password at once, and tell the people who run your"
                " workspace.",
            ),
        ),
        "de": MailText(
            subject="Ihre Ersatzcodes wurden geändert",
            paragraphs=(
                "Die Ersatzcodes Ihres Kontos bei {site} wurden soeben ersetzt. Die bisherigen"
                " gelten nicht mehr.",
                "Falls Sie es nicht waren, ändern Sie sofort Ihr Passwort und verständigen Sie, wer"
                " Ihren Arbeitsbereich betreut.",
            ),
        ),
    },
)
"""Sent after the backup codes were replaced."""

ACCOUNT_DELETED = MailTemplate(
    name="account_deleted",
    texts={
        "en": MailText(
            subject="Your account was deleted",
            paragraphs=(
                "Your account at {site} was deleted just now, as you asked. This is the last mail"
                " about it.",
                "If it was not you, tell the people who run your workspace at once.",
            ),
        ),
        "de": MailText(
            subject="Ihr Konto wurde gelöscht",
            paragraphs=(
                "Ihr Konto bei {site} wurde soeben gelöscht, wie Sie es wünschten. Dies ist die"
                " letzte Nachricht dazu.",
                "Falls Sie es nicht waren, verständigen Sie sofort, wer Ihren Arbeitsbereich"
                " betreut.",
            ),
        ),
    },
)
"""Sent to the address of an account that was deleted."""

SECOND_FACTOR_REPLACED = security_notice(
    "second_factor_replaced",
    (
        "The authenticator of your account was changed",
        "Another authenticator was set up for your account at {site} just now. Codes of the former"
        " one do not work any more; your backup codes do.",
    ),
    (
        "Der Authenticator Ihres Kontos wurde geändert",
        "Für Ihr Konto bei {site} wurde soeben ein anderer Authenticator eingerichtet. Codes des"
        " bisherigen gelten nicht mehr, Ihre Ersatzcodes weiterhin.",
    ),
)
"""Sent after the person replaced the authenticator."""

IDENTITY_UNLINKED = security_notice(
    "identity_unlinked",
    (
        "A sign-in was removed from your account",
        "Your identity at {provider} does not sign in to your account at {site} any more.",
    ),
    (
        "Eine Anmeldung wurde von Ihrem Konto entfernt",
        "Ihre Identität bei {provider} meldet nicht mehr bei Ihrem Konto bei {site} an.",
    ),
)
"""Sent after an identity was unlinked. ``provider``: the host of its issuer."""

ADDRESS_CHANGE_ASKED = security_notice(
    "address_change_asked",
    (
        "A new email address was asked for",
        "Someone signed in to your account at {site} asked to change its email address to"
        " {address}. This address stays in use until the new one follows the link that was sent"
        " there.",
    ),
    (
        "Eine neue E-Mail-Adresse wurde gewünscht",
        "Bei Ihrem Konto bei {site} wurde gewünscht, die E-Mail-Adresse in {address} zu ändern."
        " Diese Adresse gilt weiter, bis der Link, der an die neue ging, geöffnet wurde.",
    ),
)
"""Sent to the present address. ``address``: the new one, mostly hidden."""

CONFIRM_NEW_ADDRESS = MailTemplate(
    name="confirm_new_address",
    link="url",
    texts={
        "en": MailText(
            subject="Please confirm your new email address",
            paragraphs=(
                "An account at {site} is to have this email address from now on. Confirm that the"
                " address is yours:",
            ),
            action="Confirm address",
            closing=(
                "The link holds for 3 days and works once. If you did not ask for this, do nothing:"
                " the account keeps its former address.",
            ),
        ),
        "de": MailText(
            subject="Bitte bestätigen Sie Ihre neue E-Mail-Adresse",
            paragraphs=(
                "Ein Konto bei {site} soll künftig diese E-Mail-Adresse haben. Bestätigen Sie, dass"
                " die Adresse Ihnen gehört:",
            ),
            action="Adresse bestätigen",
            closing=(
                "Der Link gilt 3 Tage und nur einmal. Falls Sie das nicht wünschten, ist nichts zu"
                " tun: Das Konto behält seine bisherige Adresse.",
            ),
        ),
    },
)
"""Sent to the new address. ``url``: the confirmation page with the token in its fragment."""

TEMPLATES = (
    BACKUP_CODES_REPLACED,
    ACCOUNT_DELETED,
    SECOND_FACTOR_REPLACED,
    IDENTITY_UNLINKED,
    ADDRESS_CHANGE_ASKED,
    CONFIRM_NEW_ADDRESS,
)
