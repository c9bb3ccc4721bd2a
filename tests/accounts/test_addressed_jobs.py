"""Jobs for an address that may or may not have an account."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from consent_app.accounts.addressed_jobs import address_of_job, enqueue_for_address
from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.jobs.models import Job
from consent_app.security.encryption import DecryptionError
from tests.support.factories import unique


def test_the_row_hides_the_address_and_the_worker_reads_it(application: Application) -> None:
    email, kind = f"{unique('ada')}@example.com", unique("kind")
    with application.database.transaction() as session:
        enqueue_for_address(Context(application, Actor("system"), _session=session), kind, email)
    with application.database.transaction() as session:
        job = session.scalars(select(Job).where(Job.kind == kind)).one()
        assert email not in str(job.payload)
        assert address_of_job(application, job.payload) == email
        session.delete(job)


def test_another_purposes_secret_is_no_address(application: Application) -> None:
    sealed = application.encrypter("mail").encrypt(b"ada@example.com")
    with pytest.raises(DecryptionError):
        address_of_job(application, {"email": sealed})
