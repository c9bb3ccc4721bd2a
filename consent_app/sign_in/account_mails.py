"""The notices of one's own account, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

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

SECOND_FACTOR_RESET = MailTemplate(
    name="second_factor_reset",
    texts={
        "en": MailText(
            subject="Your authenticator was reset",
            paragraphs=(
                "An operator of {site} has removed the authenticator and the backup codes of your"
                " account, and signed it out everywhere. Your next sign-in sets up a new"
                " authenticator.",
                "If you did not ask for this, tell the people who run {site} at once.",
            ),
        ),
        "de": MailText(
            subject="Ihr Authenticator wurde zurückgesetzt",
            paragraphs=(
                "Ein Betreiber von {site} hat den Authenticator und die Ersatzcodes Ihres Kontos"
                " entfernt und alle Sitzungen beendet. Bei der nächsten Anmeldung richten Sie einen"
                " neuen Authenticator ein.",
                "Falls Sie nicht darum gebeten haben, verständigen Sie sofort die Betreiber von"
                " {site}.",
            ),
        ),
    },
)
"""Sent after an operator removed the second factor."""

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

TEMPLATES = (BACKUP_CODES_REPLACED, SECOND_FACTOR_RESET, ACCOUNT_DELETED)
