"""Changing an account's address without emails, and what waits while it does."""

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


def change_address(application: Application, user_id: str) -> str:
    """Give the account a new address and return it."""
    with application.database.transaction() as session:
        return _change(application, session, user_id)


def as_the_address_changes(
    application: Application, user_id: str, call: Callable[[], Result]
) -> Future[Result]:
    """Make ``call`` while a change of the account's address is not committed yet, on PostgreSQL."""
    return call_within(application, lambda session: _change(application, session, user_id), call)


def _change(application: Application, session: Session, user_id: str) -> str:
    user, email = lock_user(session, UUID(user_id)), f"{unique('ida')}@example.com"
    assert user is not None
    set_address(session, user, email, application.now())
    return email
