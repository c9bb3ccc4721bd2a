"""From ``send_later`` in a transaction to a file or a server, through the queue."""

from __future__ import annotations

from dataclasses import replace
from datetime import timedelta

from sqlalchemy import select

from consent_app.application import Application, utc_now
from consent_app.jobs.models import Job
from consent_app.mail import Letter, send_later
from consent_app.security.keyring import KeyRing
from consent_app.settings import new_secret_key, parse_secret_keys
from tests.support.job_handling import jobs
from tests.support.mail_servers import MailHandler, smtp_server
from tests.support.outgoing_mails import enqueue_verification, work


def test_the_waiting_row_shows_neither_address_nor_link(isolated_app: Application) -> None:
    enqueue_verification(isolated_app)
    (job,) = jobs(isolated_app)
    assert job.payload.keys() == {"template", "sealed"}
    payload = str(job.payload)
    assert "someone" not in payload
    assert "the-secret" not in payload


def test_a_temporarily_refused_mail_is_retried_unchanged(isolated_app: Application) -> None:
    server = MailHandler(data_answers=["451 4.3.0 not now"])
    with smtp_server(server) as port:
        isolated_app.settings = replace(isolated_app.settings, smtp_url=f"smtp://127.0.0.1:{port}")
        enqueue_verification(isolated_app)
        work(isolated_app)
        (job,) = jobs(isolated_app)
        assert job.last_error == "The mail server refused the email: 451 4.3.0."
        isolated_app.clock = lambda: job.run_at
        work(isolated_app)
    assert jobs(isolated_app) == []
    assert len(server.envelopes) == 1


def test_a_permanently_refused_mail_is_dead_with_its_reason(isolated_app: Application) -> None:
    server = MailHandler(recipient_answers=["550 5.1.1 someone@example.org: no such user"])
    with smtp_server(server) as port:
        isolated_app.settings = replace(isolated_app.settings, smtp_url=f"smtp://127.0.0.1:{port}")
        enqueue_verification(isolated_app)
        work(isolated_app)
    (job,) = jobs(isolated_app)
    assert job.died_at is not None
    assert job.last_error == "The mail server refused the recipient: 550 5.1.1."


def test_a_mail_to_an_invalid_address_is_dead(isolated_app: Application) -> None:
    enqueue_verification(isolated_app, "a@example.org\r\nBcc: b@example.org")
    work(isolated_app)
    (job,) = jobs(isolated_app)
    assert job.died_at is not None
    assert job.last_error is not None
    assert "example" not in job.last_error


def test_a_mail_encrypted_with_an_unknown_key_waits_for_a_worker_that_has_it(
    isolated_app: Application,
) -> None:
    enqueue_verification(isolated_app)
    ring = isolated_app.keys
    isolated_app.keys = KeyRing(parse_secret_keys(new_secret_key()))
    work(isolated_app)
    (job,) = jobs(isolated_app)
    assert job.died_at is None
    assert job.last_error == (
        f"The email is encrypted with the key {ring.primary}, which this process does not have."
    )
    isolated_app.keys = ring
    isolated_app.clock = lambda: utc_now() + timedelta(minutes=1)
    work(isolated_app)
    assert jobs(isolated_app) == []


def test_a_mail_that_was_tampered_with_is_dead(isolated_app: Application) -> None:
    enqueue_verification(isolated_app)
    with isolated_app.database.transaction() as session:
        job = session.scalars(select(Job)).one()
        sealed = job.payload["sealed"]
        job.payload = job.payload | {"sealed": sealed[:-4] + "AAAA"}
    work(isolated_app)
    assert jobs(isolated_app)[0].died_at is not None


def test_a_template_of_a_later_version_waits(isolated_app: Application) -> None:
    with isolated_app.database.transaction() as session:
        send_later(session, isolated_app, "of.later", Letter("a@b.example", "en", {}))
    work(isolated_app)
    (job,) = jobs(isolated_app)
    assert job.died_at is None
    assert job.last_error == "There is no mail template of.later."
