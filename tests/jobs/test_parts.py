"""Jobs of which one part fails."""

from __future__ import annotations

import sqlite3

import pytest
from sqlalchemy.exc import DBAPIError, OperationalError

from consent_app.jobs import JobFailed, Parts, RetryLater


def failure(message: str, name: str = "SQLITE_BUSY") -> OperationalError:
    error = sqlite3.OperationalError(message)
    error.sqlite_errorname = name
    return OperationalError("DELETE FROM receipts", {}, error)


def attempt(parts: Parts, name: str, error: BaseException | None = None) -> None:
    with parts.part(name):
        if error is not None:
            raise error


def test_failed_parts_are_logged_and_named_at_the_end(caplog: pytest.LogCaptureFixture) -> None:
    parts = Parts("Not deleted")
    parts.report()
    for number in range(7):
        attempt(parts, f"month {number}", failure("the secret value") if number else None)
    with pytest.raises(RetryLater) as raised:
        parts.report()
    assert raised.value.reason == (
        "Not deleted: month 1, month 2, month 3, month 4, month 5 and 1 more."
    )
    assert "Not deleted: month 1: OperationalError" in caplog.text
    assert "secret" not in caplog.text


@pytest.mark.parametrize("kind", [RetryLater, JobFailed])
def test_a_part_that_reports_its_failure_does_not_stop_the_others(
    kind: type[RetryLater], caplog: pytest.LogCaptureFixture
) -> None:
    parts = Parts("Not signed")
    attempt(parts, "workspace 1", kind("The key cannot be decrypted."))
    attempt(parts, "workspace 2")
    with pytest.raises(RetryLater) as raised:
        parts.report()
    assert raised.value.reason == "Not signed: workspace 1."
    # The job is tried again, for its other parts.
    assert not isinstance(raised.value, JobFailed)
    assert "Not signed: workspace 1: The key cannot be decrypted." in caplog.text


@pytest.mark.parametrize("error", [failure("away", "SQLITE_CANTOPEN"), KeyError("a mistake")])
def test_an_outage_or_a_mistake_ends_the_job(error: DBAPIError | KeyError) -> None:
    parts = Parts("Not deleted")
    with pytest.raises(type(error)):
        attempt(parts, "month", error)
    assert parts.failed == []
