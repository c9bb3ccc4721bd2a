"""Where an account was registered is forgotten once nobody can disown it any more."""

from __future__ import annotations

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.registration.jobs import purge
from tests.support.account_mails import last_token
from tests.support.factories import register
from tests.support.harness import Harness, MovableClock


def registration_of(application: Application, email: str) -> tuple[str | None, str | None]:
    """Return the browser and the network that are stored."""
    columns = select(User.registered_from, User.registered_network)
    with application.database.session(read_only=True) as session:
        browser, network = session.execute(columns.where(User.email == email)).one()
    return browser, network


@pytest.mark.parametrize("is_verified", [True, False])
def test_a_registration_is_forgotten_thirty_days_after_the_verification(
    harness: Harness,
    app: TestApp,
    application: Application,
    clock: MovableClock,
    is_verified: bool,
) -> None:
    email, _ = register(app)
    clock.move(days=1)
    if is_verified:
        token = last_token(harness, email, "confirm")
        app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    kept = registration_of(application, email)
    assert any(kept)
    clock.move(days=29)
    purge(application, {})
    assert registration_of(application, email) == kept
    clock.move(days=2)
    purge(application, {})
    assert registration_of(application, email) == ((None, None) if is_verified else kept)
