"""What is mailed when something that guards an account changes, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

_NOT_YOU_EN = (
    "If it was not you, reset your password at once, and tell the people who run your workspace."
)
_NOT_YOU_DE = (
    "Falls Sie es nicht waren, setzen Sie sofort Ihr Passwort zurück und verständigen Sie, wer"
    " Ihren Arbeitsbereich betreut."
)


def _notice(name: str, en: tuple[str, str], de: tuple[str, str]) -> MailTemplate:
    """Return a notice of one subject and one sentence, with what to do if it was not the person."""
    return MailTemplate(
        name=name,
        texts={
            "en": MailText(subject=en[0], paragraphs=(en[1], _NOT_YOU_EN)),
            "de": MailText(subject=de[0], paragraphs=(de[1], _NOT_YOU_DE)),
        },
    )


BACKUP_CODE_USED = _notice(
    "backup_code_used",
    (
        "A backup code of your account was used",
        "A backup code stood in for the authenticator of your account at {site} just now. It does"
        " not work again.",
    ),
    (
        "Ein Ersatzcode Ihres Kontos wurde benutzt",
        "Bei Ihrem Konto bei {site} trat soeben ein Ersatzcode an die Stelle des Authenticators. Er"
        " gilt nicht noch einmal.",
    ),
)
"""Sent whenever a backup code was taken."""

SECOND_FACTOR_REPLACED = _notice(
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

IDENTITY_UNLINKED = _notice(
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

ADDRESS_CHANGE_ASKED = _notice(
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

ADDRESS_CHANGED = _notice(
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

ACCOUNT_DISABLED = MailTemplate(
    name="account_disabled",
    texts={
        "en": MailText(
            subject="Your account was disabled",
            paragraphs=(
                "An operator of {site} has disabled your account and ended all of its sessions."
                " Nobody can sign in to it until an operator enables it again.",
            ),
        ),
        "de": MailText(
            subject="Ihr Konto wurde deaktiviert",
            paragraphs=(
                "Ein Betreiber von {site} hat Ihr Konto deaktiviert und alle Sitzungen beendet."
                " Niemand kann sich dort anmelden, bis ein Betreiber es wieder aktiviert.",
            ),
        ),
    },
)
"""Sent after an operator disabled the account."""

SESSIONS_ENDED = MailTemplate(
    name="sessions_ended",
    texts={
        "en": MailText(
            subject="Your account was signed out everywhere",
            paragraphs=(
                "An operator of {site} has ended all sessions of your account. Sign in again when"
                " you need it; your password and your authenticator stay as they are.",
            ),
        ),
        "de": MailText(
            subject="Ihr Konto wurde überall abgemeldet",
            paragraphs=(
                "Ein Betreiber von {site} hat alle Sitzungen Ihres Kontos beendet. Melden Sie sich"
                " bei Bedarf wieder an; Passwort und Authenticator bleiben, wie sie sind.",
            ),
        ),
    },
)
"""Sent after an operator ended the sessions."""

TEMPLATES = (
    BACKUP_CODE_USED,
    SECOND_FACTOR_REPLACED,
    IDENTITY_UNLINKED,
    ADDRESS_CHANGE_ASKED,
    ADDRESS_CHANGED,
    CONFIRM_NEW_ADDRESS,
    ACCOUNT_DISABLED,
    SESSIONS_ENDED,
)
