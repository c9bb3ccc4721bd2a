"""The check that no text of an email can change its headers."""

from __future__ import annotations

import os

import pytest

from consent_app.cli.worker import run_worker
from consent_app.mail import headers
from consent_app.mail.self_test import UnsafeMailError, check_serialiser
from consent_app.processes.shutdown import Stopping
from tests.support.harness import Harness


@pytest.fixture
def unsafe(monkeypatch: pytest.MonkeyPatch) -> None:
    """Emails whose texts reach their headers."""
    monkeypatch.setattr("consent_app.mail.message.text_header", lambda text: text)
    monkeypatch.setattr(headers, "check_block", lambda *_, **__: None)
    monkeypatch.setattr("consent_app.mail.templates._one_line", lambda text: text)


def test_this_python_is_safe() -> None:
    check_serialiser()


@pytest.mark.usefixtures("unsafe")
def test_a_text_that_changes_the_headers_is_found() -> None:
    with pytest.raises(UnsafeMailError):
        check_serialiser()


@pytest.mark.usefixtures("unsafe")
@pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)
def test_a_worker_that_could_send_somebody_elses_mail_does_not_start(harness: Harness) -> None:
    # The other end stays open: closing it would end this process.
    orders, _ = os.pipe()
    with pytest.raises(UnsafeMailError):
        run_worker(harness.wsgi, Stopping(orders))
