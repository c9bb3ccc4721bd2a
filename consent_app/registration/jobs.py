"""Deleting the origin of registrations."""

from __future__ import annotations

from typing import Any

from consent_app.accounts.service import forget_registrations
from consent_app.application import Application
from consent_app.registration.pre_hijacking import DOUBTED

PURGE = "registration.purge"
PURGE_EVERY_SECONDS = 24 * 3600


def purge(app: Application, payload: dict[str, Any]) -> None:
    """Delete the browser and the network of accounts that can no longer be disowned."""
    with app.database.transaction() as session:
        forget_registrations(session, app.now() - DOUBTED)
