"""The mail about a sign-in from a new device, and what notices about an account share."""

from __future__ import annotations

from collections.abc import Mapping

from consent_app.mail import MailTemplate, MailText

UNNAMED_DEVICE = {"en": "an unnamed program", "de": "ein ungenanntes Programm"}

_NOT_YOU_EN = (
    "If it was not you, reset your password at once, and tell the people who run your workspace."
)
_NOT_YOU_DE = (
    "Falls Sie es nicht waren, setzen Sie sofort Ihr Passwort zurück und verständigen Sie, wer"
    " Ihren Arbeitsbereich betreut."
)


def security_notice(name: str, en: tuple[str, str], de: tuple[str, str]) -> MailTemplate:
    """Return a notice of one subject and one sentence, with what to do if it was not the person."""
    return MailTemplate(
        name=name,
        texts={
            "en": MailText(subject=en[0], paragraphs=(en[1], _NOT_YOU_EN)),
            "de": MailText(subject=de[0], paragraphs=(de[1], _NOT_YOU_DE)),
        },
    )


def localized(words: Mapping[str, str], locale: str) -> str:
    """Return the words in the language of ``locale``."""
    return words["de" if locale.startswith("de") else "en"]


NEW_SIGN_IN = MailTemplate(
    name="new_sign_in",
    texts={
        "en": MailText(
            subject="New sign-in to your account: {device}",
            paragraphs=(
                "Your account at {site} was signed in to from a device that it had not seen before:"
                " {device}, {time}.",
                "If it was you, there is nothing to do. If not, reset your password at once and end"
                " the session among your account's sessions.",
            ),
        ),
        "de": MailText(
            subject="Neue Anmeldung bei Ihrem Konto: {device}",
            paragraphs=(
                "Bei Ihrem Konto bei {site} gab es eine Anmeldung von einem Gerät, das dort noch"
                " nicht bekannt war: {device}, {time}.",
                "Waren Sie das, ist nichts zu tun. Wenn nicht, setzen Sie sofort Ihr Passwort"
                " zurück und beenden Sie die Sitzung unter den Sitzungen Ihres Kontos.",
            ),
        ),
    },
)
"""Sent after a sign-in from an unknown device. ``device``: browser and system; ``time``: in UTC."""
