"""The mails about what an operator did to an account, in every language."""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

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

OWNER_WITHOUT_PASSWORD = MailTemplate(
    name="owner_without_password",
    link="url",
    texts={
        "en": MailText(
            subject="You are invited to own {workspace}",
            neutral_subject="You are invited to own a workspace",
            paragraphs=(
                "An operator of {site} has made you an owner of the workspace {workspace}. Set your"
                " password here; signing in then sets up an authenticator:",
            ),
            action="Set your password",
            closing=(
                "The link holds for 30 minutes and works once. Past that, ask for a new one where"
                " you sign in, as for a forgotten password.",
            ),
        ),
        "de": MailText(
            subject="Einladung: Sie verwalten {workspace}",
            neutral_subject="Einladung: Sie verwalten einen Arbeitsbereich",
            paragraphs=(
                "Ein Betreiber von {site} hat Sie zum Eigentümer des Arbeitsbereichs {workspace}"
                " gemacht. Hier legen Sie Ihr Passwort fest; bei der Anmeldung richten Sie dann"
                " einen Authenticator ein:",
            ),
            action="Passwort festlegen",
            closing=(
                "Der Link gilt 30 Minuten und nur einmal. Danach fordern Sie bei der Anmeldung"
                " einen neuen an, wie für ein vergessenes Passwort.",
            ),
        ),
    },
)
"""Sent to an owner whom an operator made. ``workspace``: its name; ``url``: the reset page."""

OWNER = MailTemplate(
    name="owner",
    texts={
        "en": MailText(
            subject="You are invited to own {workspace}",
            neutral_subject="You are invited to own a workspace",
            paragraphs=(
                "An operator of {site} has made you an owner of the workspace {workspace}. Sign in"
                " with your account as always.",
            ),
        ),
        "de": MailText(
            subject="Einladung: Sie verwalten {workspace}",
            neutral_subject="Einladung: Sie verwalten einen Arbeitsbereich",
            paragraphs=(
                "Ein Betreiber von {site} hat Sie zum Eigentümer des Arbeitsbereichs {workspace}"
                " gemacht. Melden Sie sich mit Ihrem Konto an wie immer.",
            ),
        ),
    },
)
"""The same for one who has a password. ``workspace``: its name."""

TEMPLATES = (
    SECOND_FACTOR_RESET,
    ACCOUNT_DISABLED,
    SESSIONS_ENDED,
    OWNER_WITHOUT_PASSWORD,
    OWNER,
)
