"""The service as operators run it: ``consent-app serve``, in separate processes."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path

from sqlalchemy import select

from consent_app import make_app
from consent_app.application import Application
from consent_app.jobs.models import Job
from tests.support.databases import Databases
from tests.support.harness import (
    SECRET_KEYS,
    SENDING_JOBS,
    Harness,
    make_application,
    make_settings,
)
from tests.support.mailbox import Mailbox
from tests.support.processes import end_with_parent, free_port, wait_until_it_answers
from tests.support.secrecy import WATCH
from tests.support.warm_process import WarmProcess

END_SECONDS = 60


class SharedHarness(Harness):
    """An application in this process, whose jobs the service's own worker does too."""

    def send_mails(self) -> None:
        """Do the waiting jobs that send emails, and wait for those that the worker has taken."""
        super().send_mails()
        while self._are_being_sent():
            time.sleep(0.01)
            super().send_mails()

    def _are_being_sent(self) -> bool:
        taken = select(Job.id).where(
            Job.kind.in_(SENDING_JOBS),
            Job.lease_id.is_not(None),
            Job.run_at > self.application.now(),
        )
        with self.application.database.session(read_only=True) as session:
            return session.scalars(taken.limit(1)).first() is not None


@dataclass
class LiveServer:
    """A running service. ``application`` is in this process, with the same database and keys."""

    url: str
    port: int
    application: Application
    mailbox: Mailbox
    log: Path
    process: subprocess.Popen[bytes]

    @cached_property
    def harness(self) -> Harness:
        """An application in this process on the same database, for factories."""
        return SharedHarness(self.application, make_app(self.application))

    def stop(self) -> int:
        """Stop it with SIGTERM; return its exit status."""
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(timeout=END_SECONDS)
        finally:
            self.process.kill()
            self.application.database.dispose()


def start_live_server(
    project: Path,
    database_url: str,
    var_dir: Path,
    log: Path,
    *,
    ini: Path | None = None,
    port: int | None = None,
    **environ: str,
) -> LiveServer:
    """Start a service and wait until it answers. Its output is added to ``log``.

    ``ini`` is its settings file, by default ``development.ini``. Raises RuntimeError, with the log,
    if it does not answer.
    """
    port = port or free_port()
    ini = ini or project / "development.ini"
    log.parent.mkdir(parents=True, exist_ok=True)
    WATCH.logs.add(log)
    with log.open("ab") as output:
        process = WarmProcess(
            [sys.executable, "-m", "consent_app.cli", "serve", str(ini)],
            cwd=project,
            env=os.environ
            | {
                "PORT": str(port),
                "CONSENT_DATABASE_URL": database_url,
                "CONSENT_VAR_DIR": str(var_dir),
                "CONSENT_SECRET_KEYS": SECRET_KEYS,
                # The service must see a test's changes to the database at once.
                "CONSENT_BANNER_CACHE_SECONDS": "0",
                # Tests send visitors' locations in headers, like an edge network.
                "CONSENT_TRUSTED_COUNTRY_HEADER": "X-Edge-Country",
                "CONSENT_TRUSTED_REGION_HEADER": "X-Edge-Region",
            }
            | environ,
            stdin=subprocess.DEVNULL,
            stdout=output,
            stderr=output,
            preexec_fn=end_with_parent,
        )
    application = make_application(make_settings(database_url, var_dir, port=str(port)))
    mailbox = Mailbox(var_dir / "mail")
    url = f"http://localhost:{port}"
    server = LiveServer(url, port, application, mailbox, log, process)
    try:
        wait_until_it_answers(f"{url}/v1/health/ready", process, log)
    except BaseException:
        server.stop()
        raise
    return server


class LiveServers:
    """Starts one service for each kind of database, shared by all tests of the process."""

    def __init__(self, project: Path, databases: Databases, folder: Path, name: str) -> None:
        self._project = project
        self._databases = databases
        self._folder = folder
        self._name = name
        self._servers: dict[str, LiveServer] = {}

    def of(self, dialect: str) -> LiveServer:
        """Return the service on a separate database of that kind."""
        if dialect not in self._servers:
            log = self._project / "var" / "tests" / f"live-{dialect}-{self._name}.log"
            log.unlink(missing_ok=True)
            self._servers[dialect] = start_live_server(
                self._project, self._databases.fresh(dialect), self._folder / f"live-{dialect}", log
            )
        return self._servers[dialect]

    def close(self) -> None:
        """Stop all services."""
        while self._servers:
            self._servers.popitem()[1].stop()
