"""The mails of signing in, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText
from consent_app.sessions.service import security_notice

SECOND_FACTOR_ENROLLED = MailTemplate(
    name="second_factor_enrolled",
    texts={
        "en": MailText(
            subject="An authenticator was added to your account",
            paragraphs=(
                "An authenticator was set up for your account at {site} just now. Signing in with"
                " your password asks for its codes from now on.",
                "If it was not you, reset your password at once, and tell the people who run your"
                " workspace.",
            ),
        ),
        "de": MailText(
            subject="Ihrem Konto wurde ein Authenticator hinzugefügt",
            paragraphs=(
                "Für Ihr Konto bei {site} wurde soeben ein Authenticator eingerichtet. Die"
                " Anmeldung mit Passwort fragt ab jetzt nach seinen Codes.",
                "Falls Sie es nicht waren, setzen Sie sofort Ihr Passwort zurück und verständigen"
                " Sie, wer Ihren Arbeitsbereich betreut.",
            ),
        ),
    },
)
"""Sent after an authenticator was set up where there was none."""

BACKUP_CODE_USED = security_notice(
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

PASSWORDS_HELD_UP = MailTemplate(
    name="passwords_held_up",
    texts={
        "en": MailText(
            subject="Sign-ins to your account are held up",
            paragraphs=(
                "Too many wrong passwords were entered for your account at {site}. For some minutes"
                " at a time, sign-ins with a password are refused.",
                "Networks that you have signed in from before are not affected by what strangers"
                " enter. From anywhere else, reset your password: that lets you in from there at"
                " once. If it goes on, tell the people who run {site}. You get this mail once a day"
                " at most.",
            ),
        ),
        "de": MailText(
            subject="Anmeldungen bei Ihrem Konto werden aufgehalten",
            paragraphs=(
                "Für Ihr Konto bei {site} wurden zu viele falsche Passwörter eingegeben. Für einige"
                " Minuten werden Anmeldungen mit Passwort abgelehnt.",
                "Netze, aus denen Sie sich schon angemeldet haben, betrifft nicht, was Fremde"
                " eingeben. Von anderswo setzen Sie Ihr Passwort zurück: Danach können Sie sich von"
                " dort sofort anmelden. Hält es an, verständigen Sie die Betreiber von {site}. Sie"
                " erhalten diese Nachricht höchstens einmal am Tag.",
            ),
        ),
    },
)
"""Sent when too many passwords of an account were wrong, once a day at most."""

CODES_HELD_UP = MailTemplate(
    name="codes_held_up",
    texts={
        "en": MailText(
            subject="Someone has entered wrong codes for your account",
            paragraphs=(
                "Your password at {site} was right, but too many codes of the second factor were"
                " wrong. For a while, codes are refused.",
                "If it was not you, someone knows your password: reset it now, and use it nowhere"
                " else. You get this mail once a day at most.",
            ),
        ),
        "de": MailText(
            subject="Für Ihr Konto wurden falsche Codes eingegeben",
            paragraphs=(
                "Ihr Passwort bei {site} war richtig, aber zu viele Codes des zweiten Faktors waren"
                " falsch. Eine Zeit lang werden Codes abgelehnt.",
                "Falls Sie es nicht waren, kennt jemand Ihr Passwort: Setzen Sie es jetzt zurück"
                " und benutzen Sie es nirgendwo sonst. Sie erhalten diese Nachricht höchstens"
                " einmal am Tag.",
            ),
        ),
    },
)
"""Sent when too many codes of an account were wrong, once a day at most."""

TEMPLATES = (
    SECOND_FACTOR_ENROLLED,
    BACKUP_CODE_USED,
    PASSWORDS_HELD_UP,
    CODES_HELD_UP,
)
