"""The emails of notifications, and choosing them."""

from __future__ import annotations

import uuid
from email.message import EmailMessage
from typing import Any

from sqlalchemy import update

from consent_app.accounts.models import User
from consent_app.application import Application
from tests.support.account_mails import mails_to
from tests.support.factories import Panel
from tests.support.harness import Harness

PREFERENCES = "/v1/account/mail-preferences"


def notices(harness: Harness, panel: Panel) -> list[EmailMessage]:
    """Return the notification emails that a person got."""
    return [mail for mail in mails_to(harness, panel.person.email) if mail["List-Unsubscribe"]]


def choose(panel: Panel, status: int = 200, **chosen: bool) -> dict[str, Any]:
    """Turn emails of the panel's workspace on or off for its person, by their ids."""
    workspace = {
        "organizationId": panel.organization["id"],
        "mails": [{"id": mail_id, "enabled": enabled} for mail_id, enabled in chosen.items()],
    }
    body = {"workspaces": [workspace]}
    response: dict[str, Any] = panel.put(PREFERENCES, body, status=status).json
    return response


def speak_german(application: Application, panel: Panel) -> None:
    with application.database.transaction() as session:
        session.execute(
            update(User).where(User.id == uuid.UUID(panel.person.user_id)).values(locale="de-AT")
        )
