"""Waiting for other threads and processes."""

from __future__ import annotations

import time
from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import TypeVar

from playwright.sync_api import Page
from sqlalchemy import text
from sqlalchemy.orm import Session

from consent_app.application import Application

Result = TypeVar("Result")

PATIENCE_SECONDS = 120


def until(condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds. Raises AssertionError if it does not in time."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true in time"
        time.sleep(0.002)


def until_on(page: Page, condition: Callable[[], object]) -> None:
    """Wait until ``condition`` holds, while the page goes on and its events are noted. Raises
    AssertionError if it does not in time."""
    deadline = time.monotonic() + PATIENCE_SECONDS
    while not condition():
        assert time.monotonic() < deadline, "the condition did not become true in time"
        page.wait_for_timeout(100)


def until_it_blocks(holder: Session, application: Application, call: Callable[[], bool]) -> None:
    """Wait until somebody waits for a lock of ``holder``, or ``call`` gives True."""
    pid = holder.scalar(text("SELECT pg_backend_pid()"))
    statement = text("SELECT 1 FROM pg_stat_activity WHERE :pid = ANY(pg_blocking_pids(pid))")

    def is_blocking() -> bool:
        with application.database.autonomous_transaction() as session:
            return session.scalar(statement, {"pid": pid}) is not None

    until(lambda: is_blocking() or call())


def call_within(
    application: Application,
    begin: Callable[[Session], object],
    call: Callable[[], Result],
    end: Callable[[Session], object] = lambda session: None,
) -> Future[Result]:
    """Make ``call`` in another thread during a transaction, on PostgreSQL; return its done future.

    ``begin`` is done before the call, and ``end`` once the call waits for the transaction or has
    returned. Then the transaction is committed.
    """
    with ThreadPoolExecutor(1) as pool, application.database.transaction() as session:
        begin(session)
        called = pool.submit(call)
        until_it_blocks(session, application, called.done)
        end(session)
        session.commit()
    return called
