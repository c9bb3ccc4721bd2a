"""Emails on their way through the queue."""

from __future__ import annotations

from typing import Any

from consent_app.application import Application
from consent_app.jobs import JobRegistry
from consent_app.jobs.worker import Worker
from consent_app.mail import Letter, send_later
from consent_app.mail.outbox import MailRegistry, send_mail
from consent_app.mail.transports import transport_for
from consent_app.registration.mails import VERIFY_ADDRESS

URL = "https://consent.example/confirm#token=the-secret"


TEMPLATES = {VERIFY_ADDRESS.name: VERIFY_ADDRESS}


def enqueue_verification(application: Application, to: str = "someone@example.org") -> None:
    with application.database.transaction() as session:
        send_later(session, application, "confirm_address", Letter(to, "en", {"url": URL}))


def work(application: Application) -> int:
    transport = transport_for(application.settings)

    def handler(application: Application, payload: dict[str, Any]) -> None:
        send_mail(application, payload, MailRegistry(TEMPLATES, {}), transport)

    return Worker(application, JobRegistry({"mail.send": handler})).run_due()
