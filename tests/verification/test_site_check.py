"""Checking a site does not keep the database busy."""

from __future__ import annotations

import threading
from concurrent.futures import ThreadPoolExecutor
from typing import Any

from webtest import TestApp

from consent_app.application import Application
from consent_app.verification.verifier import Verifier
from tests.support.checked_domains import Checked
from tests.support.factories import Panel, make_panel
from tests.support.internet import Internet, SiteHandler


def test_nothing_of_the_database_is_held_while_a_site_is_waited_for(
    panel: Panel, application: Application, internet: Internet
) -> None:
    domain = Checked(panel, application, internet, "file")
    pool: Any = application.database.engine.pool
    # The recorder keeps its own connection for a while.
    before = pool.checkedout()
    checks: list[Any] = []

    def look(handler: SiteHandler) -> None:
        checks.append(pool.checkedout() <= before)
        checks.append(panel.post("/v1/domain-groups", {"name": "Made in between"}).status_int)
        handler.answer(200, domain.made["verifyToken"].encode())

    internet.pages["https", domain.host, "/.well-known/consent-verify.txt"] = look
    assert domain.verify()["status"] == "verified"
    assert checks == [True, 201]


def test_what_changes_while_a_domain_is_checked(
    panel: Panel, application: Application, internet: Internet
) -> None:
    domain = Checked(panel, application, internet, "file")

    def change(handler: SiteHandler) -> None:
        panel.patch(domain.path, {"verifyMethod": "dns_txt"}, status=200)
        handler.answer(200, domain.made["verifyToken"].encode())

    def delete(handler: SiteHandler) -> None:
        panel.delete(domain.path, status=204)
        handler.answer(200, domain.made["verifyToken"].encode())

    file = ("https", domain.host, "/.well-known/consent-verify.txt")
    internet.pages[file] = change
    unchanged = domain.verify()
    assert (unchanged["status"], unchanged["lastCheckedAt"]) == ("pending", None)
    panel.patch(domain.path, {"verifyMethod": "file"}, status=200)
    internet.pages[file] = delete
    assert domain.verify(404)["code"] == "not_found"


def test_most_threads_are_left_to_others(
    panel: Panel, app: TestApp, application: Application, internet: Internet, verifier: Verifier
) -> None:
    """A quarter of them may wait for sites, half of these for one workspace's: later requests
    is asked to retry, and other workspaces are not.
    """
    other_domain = Checked(make_panel(app, application.now()), application, internet, "file")
    domain = Checked(panel, application, internet, "file")
    started, end = threading.Semaphore(0), threading.Event()

    def wait(handler: SiteHandler) -> None:
        started.release()
        end.wait(4)
        handler.answer(404)

    internet.pages["https", domain.host, "/.well-known/consent-verify.txt"] = wait
    slots = application.settings.threads // 4 // 2
    with ThreadPoolExecutor(slots) as pool:
        waiting = [pool.submit(domain.verify) for _ in range(slots)]
        for _ in range(slots):
            assert started.acquire(timeout=4)
        refused = panel.post(f"{domain.path}/verify", status=503)
        assert other_domain.verify()["status"] == "pending"
        end.set()
        assert all(future.result()["status"] == "pending" for future in waiting)
    assert refused.json["code"] == "unavailable"
    assert int(refused.headers["Retry-After"]) > 0
    domain.verify()
