"""Reading the emails of an application whose jobs another process does too."""

from __future__ import annotations

import threading
from typing import Any

from consent_app.application import Application
from consent_app.jobs.registry import JobRegistry
from consent_app.jobs.worker import Worker
from tests.support.factories import PASSWORD, unique
from tests.support.harness import Harness
from tests.support.live_server import SharedHarness
from tests.support.processes import ports_of


def test_a_mail_that_another_worker_is_sending_is_waited_for(harness: Harness) -> None:
    taken, going_on = threading.Event(), threading.Event()
    jobs = harness.wsgi.registry.jobs

    def send_slowly(app: Application, payload: dict[str, Any]) -> None:
        taken.set()
        going_on.wait(30)
        jobs.handlers["mail.send"](app, payload)

    harness.mailbox().to("nobody@example.com")
    email = f"{unique('ada')}@example.com"
    body = {"email": email, "password": PASSWORD}
    harness.client().post_json("/v1/auth/register", body, status=201)
    other = Worker(harness.application, JobRegistry({"mail.send": send_slowly}))
    thread = threading.Thread(target=other.run_due)
    thread.start()
    assert taken.wait(30)
    threading.Timer(0.2, going_on.set).start()
    assert len(SharedHarness(harness.application, harness.wsgi).mailbox().to(email)) == 1
    thread.join()


def test_no_test_process_chooses_a_port_of_another() -> None:
    ports = [set(ports_of(f"gw{number}", 4)) for number in range(4)]
    assert len(set.union(*ports)) == sum(map(len, ports))
    assert min(map(len, ports)) > 4000
