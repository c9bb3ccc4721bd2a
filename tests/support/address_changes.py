"""What waits while an account gives up its address."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar
from uuid import UUID

from consent_app.accounts.service import lock_user, set_address
from consent_app.application import Application
from tests.support.factories import unique
from tests.support.waiting import until_it_blocks

Result = TypeVar("Result")


def as_the_address_changes(
    application: Application, user_id: str, call: Callable[[], Result]
) -> Future[Result]:
    """Make ``call`` after a change of the account's address, but before its commit, on PostgreSQL.

    Return its future, which is done.
    """
    with ThreadPoolExecutor(1) as pool, application.database.transaction() as changing:
        user = lock_user(changing, UUID(user_id))
        assert user is not None
        set_address(changing, user, f"{unique('ida')}@example.com", application.now())
        called = pool.submit(call)
        until_it_blocks(changing, application, called.done)
        changing.commit()
    return called
