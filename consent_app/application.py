"""The collaborators of every use case besides its session: settings, clock, database and keys.

The server, the worker and each command build one ``Application`` at start and share it between all
threads. It imports no feature and no web framework.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import UTC, datetime
from threading import Event
from time import time
from typing import Any, Protocol, TypeVar
from uuid import UUID

from consent_app.cores import available_cores
from consent_app.db.engine import DatabaseOptions
from consent_app.db.ids import new_id
from consent_app.db.session import Database
from consent_app.metrics import make_metrics
from consent_app.metrics.metrics import Metrics
from consent_app.security.common_passwords import CommonPasswords
from consent_app.security.encryption import Encrypter
from consent_app.security.keyring import KeyRing
from consent_app.security.passwords import Capacity, Passwords
from consent_app.security.signed_tokens import TokenSigner
from consent_app.settings import Settings
from consent_app.traces import make_traces
from consent_app.traces.traces import Traces

Clock = Callable[[], datetime]
T = TypeVar("T")


def utc_now() -> datetime:
    """Return the current time in UTC."""
    return datetime.now(UTC)


class Bus(Protocol):
    """Delivers events to their subscribers: ``consent_app.events.bus.EventBus``."""

    def subscribe(
        self, event_type: type[Any], subscriber: Callable[[Any, Any], None], *, refusals: bool = ...
    ) -> None:
        """Call ``subscriber`` with the context and the event for each event of a type."""

    def publish(self, ctx: Any, event: Any) -> None:
        """Call every subscriber of the event's type."""

    def load(self) -> None:
        """Import the subscribers."""


@dataclass(slots=True)
class Application:
    """The collaborators of one process. Tests may replace ``clock``; nothing else changes.

    ``ending`` is set once the worker of this process is to end. A job that takes longer than a few
    seconds looks at it between its parts.
    """

    settings: Settings
    database: Database
    keys: KeyRing
    passwords: Passwords
    signer: TokenSigner
    common_passwords: CommonPasswords
    bus: Bus
    metrics: Metrics = field(default_factory=Metrics)
    traces: Traces = field(default_factory=Traces)
    clock: Clock = utc_now
    ending: Event = field(default_factory=Event)
    _services: dict[type[Any], Any] = field(default_factory=dict)

    def add(self, service: Any) -> None:
        """Register a collaborator of a room, to be looked up by its type."""
        self._services[type(service)] = service

    def get(self, service_type: type[T]) -> T:
        """Return the collaborator of that type. Raises LookupError if no room has registered
        one."""
        try:
            service: T = self._services[service_type]
        except KeyError:
            raise LookupError(f"no room has added a {service_type.__name__}") from None
        return service

    def now(self) -> datetime:
        """Return the current time in UTC, by the application's clock."""
        return self.clock()

    def timestamp(self) -> float:
        """Return the current time in seconds since the epoch, by the application's clock."""
        return time() if self.clock is utc_now else self.clock().timestamp()

    def new_id(self) -> UUID:
        """Return a new UUIDv7 with the application's time."""
        return new_id() if self.clock is utc_now else new_id(self.now())

    def encrypter(self, purpose: str) -> Encrypter:
        """Return the encrypter for one purpose, such as ``totp`` or ``mail``."""
        return Encrypter(self.keys, purpose)


def database_options(settings: Settings) -> DatabaseOptions:
    """Return how a process with these settings connects to its database."""
    return DatabaseOptions(
        pool_size=settings.database_pool_size,
        statement_seconds=settings.database_statement_seconds,
        idle_seconds=settings.database_idle_seconds,
        pooled=settings.database_direct_url is not None,
    )


def assemble(settings: Settings, bus: Bus) -> Application:
    """Return the application of a process. Opens no connection yet."""
    keys = KeyRing(settings.secret_keys, settings.added_keys)
    metrics = make_metrics(settings)
    database = Database(settings.database_url, settings.replica_url, database_options(settings))
    if metrics.enabled:
        database.watch_pools(metrics.connections)
    traces = make_traces(settings)
    if traces.enabled:
        database.watch_statements(traces.watch)
    return Application(
        settings=settings,
        database=database,
        keys=keys,
        # Requests that wait for a hashing slot occupy a thread. A third of the threads stays free
        # for other requests, and half while only one kind of hashing is flooded.
        passwords=Passwords(
            capacity=Capacity(queue=max(2, settings.threads // 2 - available_cores())),
            watch=metrics.passwords,
        ),
        signer=TokenSigner(keys, settings.base_url),
        common_passwords=CommonPasswords(),
        bus=bus,
        metrics=metrics,
        traces=traces,
    )
