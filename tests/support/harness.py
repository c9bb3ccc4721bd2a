"""The application as tests run it: real settings, a real database, cheap passwords."""

from __future__ import annotations

import itertools
import secrets
from dataclasses import dataclass, field
from datetime import datetime, timedelta
from pathlib import Path
from typing import Any
from uuid import UUID

from sqlalchemy import Table, delete, func, select, update
from webtest import TestApp

from consent_app.application import Application, utc_now
from consent_app.composition import build_application
from consent_app.db.ids import new_id
from consent_app.events.refusals import Refusals
from consent_app.jobs import Handler, JobRegistry, RetryLater
from consent_app.jobs.models import Job
from consent_app.jobs.queries import ensure_periodic
from consent_app.jobs.worker import Worker
from consent_app.security import totp
from consent_app.security.passwords import Cost, Passwords
from consent_app.settings import Settings, new_secret_key, read_settings
from tests.support.codes import hold_codes
from tests.support.databases import Databases
from tests.support.mailbox import Mailbox
from tests.support.secrecy import WATCH

SECRET_KEYS = new_secret_key()
# Nothing listens there; requests that name another provider are refused as usual.
IDENTITY_PROVIDERS = '[{"issuer": "https://identity.invalid", "client_ids": ["consent"]}]'
# Nothing listens there: no test queries public name servers.
NAMESERVERS = "127.0.0.1:9"
MAILING_JOBS = (
    "sign_in.send_reset",
    "sign_in.resend_confirmation",
    "sign_in.tell_of_passwords",
    "sign_in.tell_of_codes",
    "workspaces.happened",
    "notifications.summarize",
)
MAILS = ("mail.send", "mail.send_listed")
SENDING_JOBS = (*MAILING_JOBS, *MAILS)


def make_settings(
    database_url: str, var_dir: Path, *, port: str = "6543", **others: str
) -> Settings:
    """Return development's settings on ``database_url``; ``others`` are settings by name."""
    settings = {
        "environment": "development",
        "database_url": database_url,
        "var_dir": str(var_dir),
        "secret_keys": SECRET_KEYS,
        **others,
    }
    if settings["environment"] == "production":
        # Nothing listens there; production does not start without one.
        settings.setdefault("smtp_url", "smtp://127.0.0.1:9")
    return read_settings(
        {f"consent.{name}": value for name, value in settings.items()}, {"PORT": port}
    )


def make_application(settings: Settings) -> Application:
    """Return an application with cheap password hashing."""
    application = build_application(settings)
    application.passwords = Passwords(Cost(1, 8 * 1024))
    return application


def count_rows(application: Application, table: Table, workspace_id: UUID | str) -> int:
    """Return how many rows of a workspace are stored in ``table``."""
    of_workspace = table.c.workspace_id == UUID(str(workspace_id))
    with application.database.session(read_only=True) as session:
        return session.scalar(select(func.count()).where(of_workspace)) or 0


@dataclass
class RaisingHandler:
    """A job's handler that keeps what it raises."""

    handler: Handler
    errors: list[Exception] = field(default_factory=list)

    def __call__(self, app: Application, payload: dict[str, Any]) -> None:
        try:
            self.handler(app, payload)
        except Exception as error:
            self.errors.append(error)
            raise


@dataclass
class Harness:
    """One running application of this process: its application and its WSGI callable."""

    application: Application
    wsgi: Any
    _first_job: UUID | None = field(default=None, init=False)

    def begin_test(self) -> None:
        """Have the emails that earlier tests have queued, and nobody read, never sent."""
        self._first_job = new_id()

    def client(self) -> TestApp:
        """Return a client with its own network: no test reaches another's rate limits."""
        address = f"2001:db8:{secrets.randbelow(65536):x}:{secrets.randbelow(65536):x}::1"
        environ = {"REMOTE_ADDR": address, "HTTP_HOST": "localhost:6543"}
        client = TestApp(WATCH.over(hold_codes(self.wsgi)), extra_environ=environ)
        # Factories make people by it, without a dozen requests for each.
        client.application = self.application
        return client

    def mailbox(self) -> Mailbox:
        """Return what this application mailed; reading it does the waiting jobs that send."""
        return Mailbox(self.application.settings.var_dir / "mail", self.send_mails)

    def run_jobs(self, *kinds: str) -> int:
        """Do the due jobs (of ``kinds``, or all), as a worker would; return how many.

        Raises what a handler raised and no handler means to raise: the worker only logs where that
        came from.
        """
        registry = self.wsgi.registry.jobs
        unknown = set(kinds) - registry.handlers.keys()
        assert not unknown, f"no handler is registered, or not with these settings: {unknown}"
        handlers = {kind: RaisingHandler(registry.handlers[kind]) for kind in registry.handlers}
        watched = JobRegistry(dict(handlers), registry.periodic, registry.patient)
        count = Worker(self.application, watched).run_due(*kinds)
        for error in itertools.chain(*(handler.errors for handler in handlers.values())):
            if not isinstance(error, RetryLater):
                raise error
        return count

    def run_periodic_job(self, kind: str) -> None:
        """Do a periodic job as a worker would, although it may not be due; raise what it raises."""
        registry, now = self.wsgi.registry.jobs, self.application.now()
        with self.application.database.transaction() as session:
            ensure_periodic(session, {kind: registry.periodic[kind]}, now)
            session.execute(update(Job).where(Job.periodic == kind).values(run_at=now))
        handler = RaisingHandler(registry.handlers[kind])
        only = JobRegistry({kind: handler}, {kind: registry.periodic[kind]})
        assert Worker(self.application, only).run_due(kind) == 1
        for error in handler.errors:
            # The worker has only logged where it came from.
            raise error

    def send_mails(self) -> None:
        """Do the waiting jobs that send emails."""
        self._drop_former_mails()
        # Jobs that enqueue emails come before the emails.
        self.run_jobs(*MAILING_JOBS)
        self.run_jobs(*MAILS)

    def _drop_former_mails(self) -> None:
        first, self._first_job = self._first_job, None
        if first is None:
            return
        with self.application.database.transaction() as session:
            session.execute(
                delete(Job)
                .where(Job.kind.in_(SENDING_JOBS), Job.id < first)
                .execution_options(synchronize_session=False)
            )


def make_harness(settings: Settings) -> Harness:
    """Return an application of its own, for settings that the shared one does not have."""
    from consent_app import make_app

    application = make_application(settings)
    return Harness(application, make_app(application))


class Harnesses:
    """Builds one harness for each kind of database and keeps it for all tests of the process."""

    def __init__(self, databases: Databases, folder: Path) -> None:
        self._databases = databases
        self._folder = folder
        self._harnesses: dict[str, Harness] = {}

    def of(self, dialect: str) -> Harness:
        """Return the harness on the shared database of that kind."""
        if dialect not in self._harnesses:
            var_dir = self._folder / f"var-{dialect}"
            settings = make_settings(
                self._databases.shared(dialect),
                var_dir,
                identity_providers=IDENTITY_PROVIDERS,
                dns_nameservers=NAMESERVERS,
            )
            harness = make_harness(settings)
            # No test meets what another's thread writes; those about it write by themselves.
            harness.application.get(Refusals).write_seconds = 24 * 3600.0
            self._harnesses[dialect] = harness
        return self._harnesses[dialect]

    def close(self) -> None:
        """Close every connection."""
        for harness in self._harnesses.values():
            harness.application.database.dispose()
        self._harnesses.clear()


class MovableClock:
    """An application's clock that tests move. It runs on from where it was moved to.

    It starts up to half a minute ahead, with a time step of authenticators: a code that a test
    takes is the same one until the test moves the clock.
    """

    def __init__(self) -> None:
        into_step = utc_now().timestamp() % totp.STEP_SECONDS
        self._offset = timedelta(seconds=totp.STEP_SECONDS - into_step)
        self._fixed: datetime | None = None

    def __call__(self) -> datetime:
        return self._fixed or utc_now() + self._offset

    def move(self, **duration: float) -> datetime:
        """Move by a timedelta's arguments, such as ``minutes=11``; return the new present."""
        step = timedelta(**duration)
        self._offset += step
        if self._fixed is not None:
            self._fixed += step
        return self()

    def freeze(self, at: datetime | None = None) -> datetime:
        """Stop the clock at ``at`` (aware), or now; return that time."""
        self._fixed = at or self()
        return self._fixed
