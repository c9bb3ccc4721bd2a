"""From ``send_later`` in a transaction to a file or a server, through the queue."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from datetime import timedelta
from email import message_from_bytes
from email.message import Message
from email.policy import SMTP
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import select

from consent_app.application import Application, utc_now
from consent_app.jobs import JobRegistry
from consent_app.jobs.models import Job
from consent_app.jobs.worker import Worker
from consent_app.mail import Letter, send_later
from consent_app.mail.sending import MailRegistry, send_mail
from consent_app.mail.transports import transport_for
from consent_app.registration.mails import CONFIRM_ADDRESS
from consent_app.security.keyring import KeyRing
from consent_app.settings import new_secret_key, parse_secret_keys
from tests.support.mail_servers import Taken, smtp_server
from tests.worlds import make_application, make_settings

URL = "https://consent.example/confirm#token=the-secret"
TEMPLATES = {CONFIRM_ADDRESS.name: CONFIRM_ADDRESS}


@pytest.fixture
def own(fresh_database_url: str, tmp_path: Path) -> Iterator[Application]:
    """A application on a database that no other test's mails are in."""
    application = make_application(make_settings(fresh_database_url, tmp_path))
    yield application
    application.database.dispose()


def enqueue_confirmation(application: Application, to: str = "someone@example.org") -> None:
    with application.database.transaction() as session:
        send_later(session, application, "confirm_address", Letter(to, "en", {"url": URL}))


def work(application: Application) -> int:
    transport = transport_for(application.settings)

    def handler(application: Application, payload: dict[str, Any]) -> None:
        send_mail(application, payload, MailRegistry(TEMPLATES, {}), transport)

    return Worker(application, JobRegistry({"mail.send": handler})).run_due()


def jobs(application: Application) -> list[Job]:
    with application.database.session(read_only=True) as session:
        return list(session.scalars(select(Job)))


def files(application: Application) -> list[Message]:
    folder = application.settings.var_dir / "mail"
    assert all(path.suffix == ".eml" for path in folder.iterdir())
    return [message_from_bytes(path.read_bytes(), policy=SMTP) for path in sorted(folder.iterdir())]


def test_without_a_server_each_mail_is_a_file(own: Application) -> None:
    enqueue_confirmation(own, "first@example.org")
    enqueue_confirmation(own, "second@example.org")
    assert work(own) == 2
    assert [mail["To"] for mail in files(own)] == ["first@example.org", "second@example.org"]
    assert jobs(own) == []


def test_the_waiting_row_shows_neither_address_nor_link(own: Application) -> None:
    enqueue_confirmation(own)
    (job,) = jobs(own)
    assert job.payload.keys() == {"template", "sealed"}
    shown = str(job.payload)
    assert "someone" not in shown
    assert "the-secret" not in shown


def test_a_mail_refused_for_now_is_sent_later_as_the_same_mail(own: Application) -> None:
    taken = Taken(data_answers=["451 4.3.0 not now"])
    with smtp_server(taken) as port:
        own.settings = replace(own.settings, smtp_url=f"smtp://127.0.0.1:{port}")
        enqueue_confirmation(own)
        work(own)
        (job,) = jobs(own)
        assert job.last_error == "The mail server refused the mail: 451 4.3.0."
        own.clock = lambda: job.run_at
        work(own)
    assert jobs(own) == []
    assert len(taken.envelopes) == 1


def test_a_mail_refused_for_good_is_dead_and_says_why(own: Application) -> None:
    taken = Taken(recipient_answers=["550 5.1.1 someone@example.org: no such user"])
    with smtp_server(taken) as port:
        own.settings = replace(own.settings, smtp_url=f"smtp://127.0.0.1:{port}")
        enqueue_confirmation(own)
        work(own)
    (job,) = jobs(own)
    assert job.died_at is not None
    assert job.last_error == "The mail server refused the recipient: 550 5.1.1."


def test_an_address_that_is_none_is_dead(own: Application) -> None:
    enqueue_confirmation(own, "a@example.org\r\nBcc: b@example.org")
    work(own)
    (job,) = jobs(own)
    assert job.died_at is not None
    assert job.last_error is not None
    assert "example" not in job.last_error


def test_a_mail_encrypted_with_an_unknown_key_waits_for_a_worker_that_has_it(
    own: Application,
) -> None:
    enqueue_confirmation(own)
    ring = own.keys
    own.keys = KeyRing(parse_secret_keys(new_secret_key()))
    work(own)
    (job,) = jobs(own)
    assert job.died_at is None
    assert job.last_error == (
        f"The mail is encrypted with the key {ring.primary}, which this process does not have."
    )
    own.keys = ring
    own.clock = lambda: utc_now() + timedelta(minutes=1)
    work(own)
    assert jobs(own) == []


def test_a_mail_that_was_tampered_with_is_dead(own: Application) -> None:
    enqueue_confirmation(own)
    with own.database.transaction() as session:
        job = session.scalars(select(Job)).one()
        sealed = job.payload["sealed"]
        job.payload = job.payload | {"sealed": sealed[:-4] + "AAAA"}
    work(own)
    assert jobs(own)[0].died_at is not None


def test_a_template_of_a_later_version_waits(own: Application) -> None:
    with own.database.transaction() as session:
        send_later(session, own, "of.later", Letter("a@b.example", "en", {}))
    work(own)
    (job,) = jobs(own)
    assert job.died_at is None
    assert job.last_error == "There is no mail template of.later."
