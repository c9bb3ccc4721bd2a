"""What is mailed about an account after the fact, in every language."""

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
    BACKUP_CODES_REPLACED,
    SECOND_FACTOR_ENROLLED,
    SECOND_FACTOR_RESET,
    NEW_SIGN_IN,
    PASSWORDS_HELD_UP,
    CODES_HELD_UP,
    ACCOUNT_DELETED,
    OWNER_WITHOUT_PASSWORD,
    OWNER,
)
