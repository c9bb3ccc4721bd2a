"""What the pages that mails link to say, in every language."""

from __future__ import annotations

from collections.abc import Mapping

Words = Mapping[str, str]

COMMON: Mapping[str, Words] = {
    "en": {
        "language": "en",
        "failed_title": "That did not work",
        "failed": "The service did not answer. Check your connection and try again in a moment.",
        "busy_title": "Too many attempts",
        "busy": "Too many requests came from your network. Try again in a few minutes.",
        "again": "Try again",
        "noscript": "This page needs JavaScript: the secret in its address stays in your browser,"
        " which has to send it. Turn JavaScript on for this site and load the page anew.",
        "email": "Email address",
        "registered": "Account made",
        "browser": "With",
        "network": "From the network",
        "not_known": "not known",
    },
    "de": {
        "language": "de",
        "failed_title": "Das hat nicht geklappt",
        "failed": "Der Dienst hat nicht geantwortet. Prüfen Sie Ihre Verbindung und versuchen Sie"
        " es"
        " gleich noch einmal.",
        "busy_title": "Zu viele Versuche",
        "busy": "Aus Ihrem Netz kamen zu viele Anfragen. Versuchen Sie es in ein paar Minuten"
        " wieder.",
        "again": "Noch einmal versuchen",
        "noscript": "Diese Seite braucht JavaScript: Das Geheimnis in ihrer Adresse bleibt in Ihrem"
        " Browser, und der muss es absenden. Schalten Sie JavaScript für diese Seite ein und laden"
        " Sie sie neu.",
        "email": "E-Mail-Adresse",
        "registered": "Konto angelegt",
        "browser": "Mit",
        "network": "Aus dem Netz",
        "not_known": "nicht bekannt",
    },
}

CONFIRM: Mapping[str, Words] = {
    "en": {
        "title": "Confirm your address",
        "lead": "If you made this account, one press confirms the email address as yours.",
        "button": "Confirm address",
        "not_you": "Was that not you?",
        "disown": "I did not create this account",
        "done_title": "Your address is confirmed",
        "done": "Thank you. You can close this page.",
        "spent_title": "This link does not work any more",
        "spent": "It has expired or was used already. If your address still waits to be confirmed,"
        " we send you a new link.",
        "renew": "Send a new link",
        "sent_title": "Look into your mailbox",
        "sent": "If that address waits to be confirmed, a new link is on its way to it.",
    },
    "de": {
        "title": "Adresse bestätigen",
        "lead": "Haben Sie dieses Konto angelegt, bestätigt ein Klick die E-Mail-Adresse als Ihre.",
        "button": "Adresse bestätigen",
        "not_you": "Waren Sie das nicht?",
        "disown": "Dieses Konto habe ich nicht angelegt",
        "done_title": "Ihre Adresse ist bestätigt",
        "done": "Vielen Dank. Sie können diese Seite schließen.",
        "spent_title": "Dieser Link gilt nicht mehr",
        "spent": "Er ist abgelaufen oder wurde schon benutzt. Falls Ihre Adresse noch auf die"
        " Bestätigung wartet, senden wir Ihnen einen neuen.",
        "renew": "Neuen Link senden",
        "sent_title": "Sehen Sie in Ihr Postfach",
        "sent": "Falls diese Adresse auf ihre Bestätigung wartet, ist ein neuer Link unterwegs.",
    },
}

DISOWN: Mapping[str, Words] = {
    "en": {
        "title": "I did not create this account",
        "lead": "Somebody made an account with your email address. If it was not you, delete it:"
        " its sessions, memberships and API keys go with it, and nobody can sign in to it.",
        "button": "Delete this account",
        "done_title": "The account is deleted",
        "done": "Nothing of it is left. You can close this page.",
        "spent_title": "This link does not work any more",
        "spent": "It has expired (after 30 days), was used already, or the account has proved to be"
        " yours. If somebody else uses an account with your address, ask for a new password where"
        " you sign in: that ends every session of it.",
    },
    "de": {
        "title": "Dieses Konto habe ich nicht angelegt",
        "lead": "Jemand hat mit Ihrer E-Mail-Adresse ein Konto angelegt. Waren Sie das nicht,"
        " löschen Sie es: Sitzungen, Mitgliedschaften und API-Schlüssel gehen mit, und niemand kann"
        " sich mehr dabei anmelden.",
        "button": "Dieses Konto löschen",
        "done_title": "Das Konto ist gelöscht",
        "done": "Davon ist nichts geblieben. Sie können diese Seite schließen.",
        "spent_title": "Dieser Link gilt nicht mehr",
        "spent": "Er ist abgelaufen (nach 30 Tagen), wurde schon benutzt, oder das Konto hat sich"
        " als Ihres erwiesen. Falls jemand anderes ein Konto mit Ihrer Adresse benutzt, fordern Sie"
        " bei der Anmeldung ein neues Passwort an: Das beendet alle seine Sitzungen.",
    },
}

RESET: Mapping[str, Words] = {
    "en": {
        "title": "Set a new password",
        "lead": "It replaces the former one. All sessions are signed out.",
        "password": "New password",
        "hint": "8 to 128 characters, and none of the commonest.",
        "shown": "Show the password",
        "refused": "This password is too short, too long, or one of the commonest. Choose another.",
        "button": "Set password",
        "done_title": "Your password is set",
        "done": "Sign in with it from now on. You can close this page.",
        "spent_title": "This link does not work any more",
        "spent": "It has expired (after 30 minutes) or was used already. If the address below has"
        " an"
        " account, we send you a new one.",
        "renew": "Send a new link",
        "sent_title": "Look into your mailbox",
        "sent": "If that address has an account, a new link is on its way to it.",
    },
    "de": {
        "title": "Neues Passwort festlegen",
        "lead": "Es ersetzt das bisherige. Alle Sitzungen werden beendet.",
        "password": "Neues Passwort",
        "hint": "8 bis 128 Zeichen und keines der häufigsten.",
        "shown": "Passwort anzeigen",
        "refused": "Dieses Passwort ist zu kurz, zu lang oder eines der häufigsten. Wählen Sie ein"
        " anderes.",
        "button": "Passwort festlegen",
        "done_title": "Ihr Passwort ist festgelegt",
        "done": "Melden Sie sich ab jetzt damit an. Sie können diese Seite schließen.",
        "spent_title": "Dieser Link gilt nicht mehr",
        "spent": "Er ist abgelaufen (nach 30 Minuten) oder wurde schon benutzt. Falls es zu der"
        " Adresse ein Konto gibt, senden wir Ihnen einen neuen.",
        "renew": "Neuen Link senden",
        "sent_title": "Sehen Sie in Ihr Postfach",
        "sent": "Falls es zu dieser Adresse ein Konto gibt, ist ein neuer Link unterwegs.",
    },
}

INVITE: Mapping[str, Words] = {
    "en": {
        "title": "Join a workspace",
        "lead": "You are invited. Accept, and you are a member of the workspace.",
        "button": "Accept the invitation",
        "account_title": "Make your account",
        "account": "Your address has no account here yet. With a name and a password it gets one.",
        "name": "Your name",
        "password": "Password",
        "hint": "8 to 128 characters, and none of the commonest.",
        "shown": "Show the password",
        "refused": "Give a name of 2 to 100 characters, and a password of 8 to 128 that is none of"
        " the commonest.",
        "join": "Join",
        "done_title": "Welcome, you have joined",
        "done": "Sign in to the workspace with your address and password. If you have no"
        " authenticator yet, your first sign-in sets one up. You can close this page.",
        "spent_title": "This invitation does not hold any more",
        "spent": "It has expired (after 7 days), was withdrawn, was replaced by a newer one, or was"
        " accepted already. If you are no member yet, ask whoever invited you for a new one.",
        "closed_title": "Nobody can join just now",
        "closed": "The workspace is suspended, or this server takes no new accounts. The invitation"
        " still holds: tell whoever invited you.",
    },
    "de": {
        "title": "Einem Arbeitsbereich beitreten",
        "lead": "Sie sind eingeladen. Nehmen Sie an, und Sie gehören zum Arbeitsbereich.",
        "button": "Einladung annehmen",
        "account_title": "Konto anlegen",
        "account": "Zu Ihrer Adresse gibt es hier noch kein Konto. Mit Name und Passwort bekommt"
        " sie"
        " eines.",
        "name": "Ihr Name",
        "password": "Passwort",
        "hint": "8 bis 128 Zeichen und keines der häufigsten.",
        "shown": "Passwort anzeigen",
        "refused": "Geben Sie einen Namen mit 2 bis 100 Zeichen an und ein Passwort mit 8 bis 128,"
        " das keines der häufigsten ist.",
        "join": "Beitreten",
        "done_title": "Willkommen, Sie gehören jetzt dazu",
        "done": "Melden Sie sich beim Arbeitsbereich mit Adresse und Passwort an. Falls Sie noch"
        " keinen Authenticator haben, richten Sie ihn bei der ersten Anmeldung ein. Sie können"
        " diese Seite schließen.",
        "spent_title": "Diese Einladung gilt nicht mehr",
        "spent": "Sie ist abgelaufen (nach 7 Tagen), wurde zurückgezogen, durch eine neuere ersetzt"
        " oder schon angenommen. Gehören Sie noch nicht dazu, bitten Sie um eine neue.",
        "closed_title": "Gerade kann niemand beitreten",
        "closed": "Der Arbeitsbereich ist gesperrt, oder dieser Server nimmt keine neuen Konten"
        " auf."
        " Die Einladung gilt weiter: Sagen Sie Bescheid, wer Sie eingeladen hat.",
    },
}

UNSUBSCRIBE: Mapping[str, Words] = {
    "en": {
        "title": "Unsubscribe",
        "lead": "No notification mails to this address any more:",
        "scope": "These are the news of workspaces, such as who joined, and the weekly summary."
        " Mails"
        " about your account, such as a new password, are always sent.",
        "button": "Unsubscribe",
        "done_title": "You are unsubscribed",
        "done": "This address gets no notification mails any more:",
        "already_title": "You were unsubscribed already",
        "already": "Nothing was left to do. This address gets no notification mails:",
        "undo_title": "Changed your mind?",
        "undo": "Sign in to your workspace and turn them on again under mail preferences. There you"
        " also choose which ones you get.",
        "invalid_title": "This link does not work",
        "invalid": "It is cut off, or none of ours. Nothing was changed. Open the link at the end"
        " of"
        " a newer mail, and see that its address is whole.",
    },
    "de": {
        "title": "Abmelden",
        "lead": "Keine Benachrichtigungen mehr an diese Adresse:",
        "scope": "Das sind Neuigkeiten aus Arbeitsbereichen, etwa wer beigetreten ist, und die"
        " wöchentliche Übersicht. E-Mails zu Ihrem Konto, etwa zu einem neuen Passwort, kommen"
        " immer.",
        "button": "Abmelden",
        "done_title": "Sie sind abgemeldet",
        "done": "Diese Adresse bekommt keine Benachrichtigungen mehr:",
        "already_title": "Sie waren schon abgemeldet",
        "already": "Es blieb nichts zu tun. Diese Adresse bekommt keine Benachrichtigungen:",
        "undo_title": "Anders überlegt?",
        "undo": "Melden Sie sich bei Ihrem Arbeitsbereich an und schalten Sie sie unter"
        " E-Mail-Einstellungen wieder ein. Dort wählen Sie auch, welche Sie bekommen.",
        "invalid_title": "Dieser Link funktioniert nicht",
        "invalid": "Er ist abgeschnitten oder nicht von uns. Es wurde nichts geändert. Öffnen Sie"
        " den"
        " Link am Ende einer neueren E-Mail, und achten Sie darauf, dass er vollständig ist.",
    },
}

CHECKOUT_DONE: Mapping[str, Words] = {
    "en": {
        "title": "Thank you",
        "lead": "Your workspace is ready as soon as the payment has arrived, mostly within a"
        " minute. Sign in then; a workspace that was suspended has all that it had.",
    },
    "de": {
        "title": "Vielen Dank",
        "lead": "Ihr Arbeitsbereich ist bereit, sobald die Zahlung eingegangen ist, meist binnen"
        " einer Minute. Melden Sie sich dann an; war er gesperrt, ist alles noch da.",
    },
}

CHECKOUT_CANCELLED: Mapping[str, Words] = {
    "en": {
        "title": "Nothing was paid",
        "lead": "You left the checkout, and nothing has changed. You can begin again at any time.",
    },
    "de": {
        "title": "Es wurde nichts bezahlt",
        "lead": "Sie haben den Kauf abgebrochen, und nichts hat sich geändert. Sie können jederzeit"
        " neu beginnen.",
    },
}
