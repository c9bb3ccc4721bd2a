"""Mail: templates, one layout, and the transports.

A feature registers its templates (``templates.py`` shows the format) and calls ``send_later`` in
the transaction that causes the email.

An email is sent exactly once, with one exception: if the worker or the mail server dies after the
server has accepted the email and before the job's row is deleted, the email is sent again, with the
same Message-ID.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from consent_app.application import Application
from consent_app.mail.message import Letter, Unsubscribe
from consent_app.mail.outbox import (
    JOB_KIND,
    LISTED_JOB_KIND,
    Guard,
    Listed,
    MailRegistry,
    Recipient,
    send,
    send_later,
    send_mail,
)
from consent_app.mail.templates import MailTemplate
from consent_app.mail.transports import transport_for

if TYPE_CHECKING:
    from pyramid.config import Configurator

TEST_MAIL = MailTemplate("test_mail")
"""Sent by ``consent-app mail test``."""

__all__ = [
    "TEST_MAIL",
    "Guard",
    "Letter",
    "Listed",
    "MailTemplate",
    "Recipient",
    "Unsubscribe",
    "includeme",
    "send",
    "send_later",
]


def includeme(config: Configurator) -> None:
    """Provide ``config.add_mail_template`` and ``add_mail_guard``, and the job that sends.

    Needs the jobs room.
    """
    registry = config.registry
    mails = MailRegistry({}, {})
    registry.mails = mails
    transport = transport_for(registry.application.settings)

    def handler(app: Application, payload: dict[str, Any]) -> None:
        send_mail(app, payload, mails, transport)

    config.add_job_handler(JOB_KIND, handler)
    config.add_job_handler(LISTED_JOB_KIND, handler, patient=True)
    config.add_directive("add_mail_template", _add_mail_template)
    config.add_directive("add_mail_guard", _add_mail_guard)
    config.add_mail_template(TEST_MAIL)


def _add_mail_template(config: Configurator, template: MailTemplate) -> None:
    """Register ``template`` under its name. Two templates with one name conflict."""
    config.action(
        ("mail_template", template.name),
        lambda: config.registry.mails.templates.update({template.name: template}),
    )


def _add_mail_guard(config: Configurator, name: str, guard: Guard) -> None:
    """Register ``guard`` under the name that ``Listed`` uses. Two guards with one name conflict."""
    config.action(("mail_guard", name), lambda: config.registry.mails.guards.update({name: guard}))
