"""Where emails go: a server, or files without one."""

from __future__ import annotations

from dataclasses import replace
from email import message_from_bytes
from email.message import Message
from email.policy import SMTP

import pytest

from consent_app.application import Application
from consent_app.mail.transports import transport_for
from consent_app.settings import SettingsError
from tests.support.job_handling import jobs
from tests.support.outgoing_mails import enqueue_verification, work


def files(application: Application) -> list[Message]:
    folder = application.settings.var_dir / "mail"
    assert all(path.suffix == ".eml" for path in folder.iterdir())
    return [message_from_bytes(path.read_bytes(), policy=SMTP) for path in sorted(folder.iterdir())]


def test_without_a_server_each_mail_is_a_file(isolated_app: Application) -> None:
    enqueue_verification(isolated_app, "first@example.org")
    enqueue_verification(isolated_app, "second@example.org")
    assert work(isolated_app) == 2
    assert [mail["To"] for mail in files(isolated_app)] == [
        "first@example.org",
        "second@example.org",
    ]
    assert jobs(isolated_app) == []


def test_a_sender_from_whom_no_mail_could_be_sent_stops_the_start(
    isolated_app: Application,
) -> None:
    # The settings' own check finds an address in it. Every email would be a dead job.
    settings = replace(isolated_app.settings, mail_from="<mail@consent.example")
    with pytest.raises(SettingsError, match=r"consent\.mail_from must be an address"):
        transport_for(settings)
