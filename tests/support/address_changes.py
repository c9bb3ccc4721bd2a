"""What waits while an account gives up its address."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future
from typing import TypeVar
from uuid import UUID

from sqlalchemy.orm import Session

from consent_app.accounts.service import lock_user, set_address
from consent_app.application import Application
from tests.support.factories import unique
from tests.support.waiting import call_within

Result = TypeVar("Result")


def as_the_address_changes(
    application: Application, user_id: str, call: Callable[[], Result]
) -> Future[Result]:
    """Make ``call`` while a change of the account's address is not committed yet, on PostgreSQL."""

    def change(session: Session) -> None:
        user = lock_user(session, UUID(user_id))
        assert user is not None
        set_address(session, user, f"{unique('ida')}@example.com", application.now())

    return call_within(application, change, call)
