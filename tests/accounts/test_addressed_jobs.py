"""Jobs for an address that may or may not have an account."""

from __future__ import annotations

import pytest
from sqlalchemy import select

from consent_app.accounts.addressed_jobs import address_of_job, enqueue_for_address
from consent_app.application import Application
from consent_app.context import Context
from consent_app.jobs.models import Job
from consent_app.jobs.registry import JobFailed, RetryLater
from consent_app.security.encryption import Encrypter
from consent_app.security.keyring import KeyRing
from tests.support.factories import unique


def test_the_row_hides_the_address_and_the_worker_reads_it(application: Application) -> None:
    email, kind = f"{unique('ada')}@example.com", unique("kind")
    with application.database.transaction() as session:
        enqueue_for_address(Context.of_system(application).with_session(session), kind, email)
    with application.database.transaction() as session:
        job = session.scalars(select(Job).where(Job.kind == kind)).one()
        assert email not in str(job.payload)
        assert address_of_job(application, job.payload) == email
        session.delete(job)


def test_another_purposes_secret_is_no_address(application: Application) -> None:
    sealed = application.encrypter("mail").encrypt(b"ada@example.com")
    with pytest.raises(JobFailed, match="The address cannot be decrypted"):
        address_of_job(application, {"email": sealed})


def test_a_job_of_a_key_that_this_process_lacks_waits_and_says_so(application: Application) -> None:
    sealed = Encrypter(KeyRing((("newer", bytes(32)),)), "sign_in.job").encrypt(b"ada@example.com")
    with pytest.raises(RetryLater) as raised:
        address_of_job(application, {"email": sealed})
    assert not isinstance(raised.value, JobFailed)
    assert raised.value.reason == (
        "The address is encrypted with the key newer, which this process does not have."
    )
