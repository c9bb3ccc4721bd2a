"""The notification mails, in every language.

``workspace``: its name; ``url``: its own origin; ``hostname``: a domain's; ``subject``: what the
event says beside that. Reasons come from checks in English, and German mails say so.
"""

from __future__ import annotations

from consent_app.mail import MailTemplate, MailText

_OPEN = {"en": "Open the workspace", "de": "Arbeitsbereich öffnen"}


def _template(
    name: str, lines: str | None = None, **texts: tuple[str, tuple[str, ...]]
) -> MailTemplate:
    return MailTemplate(
        name=f"notification.{name}",
        link="url",
        lines=lines,
        texts={
            language: MailText(subject=subject, paragraphs=paragraphs, action=_OPEN[language])
            for language, (subject, paragraphs) in texts.items()
        },
    )


MEMBER_JOINED = _template(
    "member_joined",
    en=(
        "{subject} joined {workspace}",
        (
            "{subject} has accepted an invitation and is a member of the workspace {workspace} from"
            " now on.",
            "Owners and admins see and change the members' roles in the workspace.",
        ),
    ),
    de=(
        "{subject} ist {workspace} beigetreten",
        (
            "{subject} hat eine Einladung angenommen und gehört ab jetzt zum Arbeitsbereich"
            " {workspace}.",
            "Wer Eigentümer oder Administrator ist, sieht und ändert die Rollen der Mitglieder im"
            " Arbeitsbereich.",
        ),
    ),
)

VERIFICATION_FAILED = _template(
    "verification_failed",
    en=(
        "{hostname} is no longer verified",
        (
            "{hostname} in the workspace {workspace} was verified, and its latest check failed:",
            "{subject}",
            "The banner goes on as it is. Put back what the check looks for, then verify the domain"
            " again.",
        ),
    ),
    de=(
        "{hostname} ist nicht mehr verifiziert",
        (
            "{hostname} im Arbeitsbereich {workspace} war verifiziert, und die letzte Prüfung ist"
            " gescheitert. Sie meldet (auf Englisch):",
            "{subject}",
            "Das Banner läuft weiter wie bisher. Stellen Sie wieder her, wonach die Prüfung sucht,"
            " und verifizieren Sie die Domain erneut.",
        ),
    ),
)

WEEKLY_SUMMARY = _template(
    "weekly_summary",
    lines="domains",
    en=(
        "{workspace}: average score {score} this week",
        (
            "The weekly compliance summary of the workspace {workspace}: {count} with an average"
            " score of {score} out of 100. Those that need care most come first:",
        ),
    ),
    de=(
        "{workspace}: Diese Woche im Schnitt {score} Punkte",
        (
            "Die wöchentliche Übersicht des Arbeitsbereichs {workspace}: {count} mit im Schnitt"
            " {score} von 100 Punkten. Was am meisten Aufmerksamkeit braucht, steht oben:",
        ),
    ),
)

BANNER_PUBLISHED = _template(
    "banner_published",
    en=(
        "The banner of {hostname} was published",
        (
            "Visitors of {hostname} (workspace {workspace}) now see version {subject} of its"
            " banner.",
        ),
    ),
    de=(
        "Das Banner von {hostname} wurde veröffentlicht",
        (
            "Wer {hostname} besucht (Arbeitsbereich {workspace}), sieht jetzt Version {subject} des"
            " Banners.",
        ),
    ),
)

DOMAIN_ADDED = _template(
    "domain_added",
    en=(
        "{hostname} was added to {workspace}",
        (
            "{hostname} is a domain of the workspace {workspace} from now on.",
            "Publish its banner, put the tag on its pages, and verify that it is yours.",
        ),
    ),
    de=(
        "{hostname} gehört jetzt zu {workspace}",
        (
            "{hostname} ist ab jetzt eine Domain des Arbeitsbereichs {workspace}.",
            "Veröffentlichen Sie ihr Banner, binden Sie das Tag auf ihren Seiten ein und"
            " verifizieren Sie, dass sie Ihnen gehört.",
        ),
    ),
)

NO_TRAFFIC = _template(
    "no_traffic",
    en=(
        "No visitor seen on {hostname} for {subject} days",
        (
            "The banner of {hostname} (workspace {workspace}) is published, but no visitor"
            " was shown it or decided for {subject} days.",
            "Check that the tag is on the site's pages.",
        ),
    ),
    de=(
        "Seit {subject} Tagen kein Besuch auf {hostname}",
        (
            "Das Banner von {hostname} (Arbeitsbereich {workspace}) ist veröffentlicht, aber seit"
            " {subject} Tagen hat es niemand gesehen und niemand entschieden.",
            "Prüfen Sie, ob das Tag auf den Seiten eingebunden ist.",
        ),
    ),
)

SCAN_COMPLETED = _template(
    "scan_completed",
    en=(
        "The scan of {hostname} is complete",
        ("The scan of {hostname} (workspace {workspace}) is complete:", "{subject}"),
    ),
    de=(
        "Die Prüfung von {hostname} ist abgeschlossen",
        (
            "Die Prüfung von {hostname} (Arbeitsbereich {workspace}) ist abgeschlossen und meldet"
            " (auf Englisch):",
            "{subject}",
        ),
    ),
)

SCAN_FAILED = _template(
    "scan_failed",
    en=(
        "The scan of {hostname} failed",
        ("The scan of {hostname} (workspace {workspace}) failed:", "{subject}"),
    ),
    de=(
        "Die Prüfung von {hostname} ist gescheitert",
        (
            "Die Prüfung von {hostname} (Arbeitsbereich {workspace}) ist gescheitert und meldet"
            " (auf Englisch):",
            "{subject}",
        ),
    ),
)
