"""The mails of notifications."""

from __future__ import annotations

import uuid
from email.message import EmailMessage

from sqlalchemy import update

from consent_app.accounts.models import User
from consent_app.application import Application
from tests.support.account_mails import mails_to
from tests.support.factories import Panel
from tests.support.harness import Harness


def notices(harness: Harness, panel: Panel) -> list[EmailMessage]:
    """Return the notification mails that a person got."""
    return [mail for mail in mails_to(harness, panel.person.email) if mail["List-Unsubscribe"]]


def speak_german(application: Application, panel: Panel) -> None:
    with application.database.transaction() as session:
        session.execute(
            update(User).where(User.id == uuid.UUID(panel.person.user_id)).values(locale="de-AT")
        )
