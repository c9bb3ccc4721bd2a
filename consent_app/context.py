"""The context of one call, which every use case takes besides its own arguments.

Each request has one (``request.ctx``). Jobs and commands build theirs with ``Context.of_system``
and ``Context.of_operator``. Recording a visitor's decision uses none.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Literal
from uuid import UUID

from sqlalchemy import event as sqlalchemy_event
from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.events.event import Event
from consent_app.text import LOCALES

ActorKind = Literal["user", "api_key", "operator", "system", "anonymous"]


@dataclass(frozen=True, slots=True)
class ClientInfo:
    """Where a call came from.

    ``block`` is the network of one subscriber (an IPv4 address or an IPv6 /64); failed attempts are
    counted against it. ``site`` is the largest network that one customer usually has (an IPv4 /24
    or an IPv6 /48); it shares a turn in queues. ``user_agent`` is reduced to family, major version
    and system. ``language`` is the supported language that the client prefers.
    """

    address: str
    block: str
    site: str
    user_agent: str | None = None
    language: str = LOCALES[0]


@dataclass(frozen=True, slots=True)
class Actor:
    """Who is calling. ``workspace_id`` and ``role`` are None for an account token.

    ``scopes`` are those of an API key, and ``api_key_id`` is its id. ``bound`` means that the
    person signed in with an invitation link only, so the session is limited to that workspace.
    """

    kind: ActorKind
    user_id: UUID | None = None
    session_id: UUID | None = None
    workspace_id: UUID | None = None
    role: str | None = None
    api_key_id: UUID | None = None
    scopes: frozenset[str] = frozenset()
    bound: bool = False


ANONYMOUS = Actor("anonymous")
OPERATOR = Actor("operator")
SYSTEM = Actor("system")


@dataclass(frozen=True, slots=True)
class Context:
    """The session, application, client and actor of one call, and the way to announce events.

    ``client`` is None for jobs and commands.
    """

    app: Application
    actor: Actor = ANONYMOUS
    client: ClientInfo | None = None
    _session: Session | None = None

    @classmethod
    def of_system(cls, app: Application) -> Context:
        """Return the context of a job, without a session."""
        return cls(app, SYSTEM)

    @classmethod
    def of_operator(cls, app: Application) -> Context:
        """Return the context of a command, without a session."""
        return cls(app, OPERATOR)

    @property
    def session(self) -> Session:
        """The session of the current transaction.

        Raises RuntimeError outside a transaction: open one with ``transaction``.
        """
        if self._session is None:
            raise RuntimeError("this call has no transaction of its own: use ctx.transaction()")
        return self._session

    @property
    def user_id(self) -> UUID:
        """The id of the calling user. Raises RuntimeError for any other actor."""
        if self.actor.user_id is None:
            raise RuntimeError(f"the actor is not a user: {self.actor.kind}")
        return self.actor.user_id

    @property
    def workspace_id(self) -> UUID:
        """The workspace that the credential is for. Raises RuntimeError if it is for none."""
        if self.actor.workspace_id is None:
            raise RuntimeError(f"the actor ({self.actor.kind}) acts in no workspace")
        return self.actor.workspace_id

    def require_client(self) -> ClientInfo:
        """Return where the call came from. Raises RuntimeError for a job or a command."""
        if self.client is None:
            raise RuntimeError(f"the call has no client: its actor is {self.actor.kind}")
        return self.client

    @property
    def language(self) -> str:
        """The supported language that the client prefers; English for a job or a command."""
        return self.client.language if self.client is not None else LOCALES[0]

    def now(self) -> datetime:
        """Return the current time in UTC."""
        return self.app.now()

    def new_id(self) -> UUID:
        """Return a new UUIDv7."""
        return self.app.new_id()

    def acting_as(self, user_id: UUID | None, workspace_id: UUID | None = None) -> Context:
        """Return this context with a user as the actor, once the user has been authenticated."""
        return replace(self, actor=Actor("user", user_id=user_id, workspace_id=workspace_id))

    def in_workspace(self, workspace_id: UUID) -> Context:
        """Return this context with the actor in a workspace."""
        return replace(self, actor=replace(self.actor, workspace_id=workspace_id))

    def with_session(self, session: Session) -> Context:
        """Return this context with another session."""
        return replace(self, _session=session)

    @contextmanager
    def transaction(self) -> Iterator[Context]:
        """Provide this context with a separate transaction, which is committed at the end."""
        with self.app.database.transaction() as session:
            yield self.with_session(session)

    @contextmanager
    def autonomous_transaction(self) -> Iterator[Context]:
        """Provide this context with a transaction that is committed even if the call is refused.

        Never open one after the call's own session has written: on SQLite it would wait for itself.
        """
        with self.app.database.autonomous_transaction() as session:
            yield self.with_session(session)

    @contextmanager
    def reading(self) -> Iterator[Context]:
        """Provide this context with a read-only session."""
        with self.app.database.session(read_only=True) as session:
            yield self.with_session(session)

    def after_commit(self, call: Callable[[], None]) -> None:
        """Call ``call`` after this transaction is committed. It is not called after a rollback."""

        def on_commit(session: Session) -> None:
            # SQLAlchemy announces the end of each savepoint too, before anybody else sees a change.
            if not session.in_nested_transaction():
                call()

        sqlalchemy_event.listen(self.session, "after_commit", on_commit)

    def emit(self, event: Event) -> None:
        """Announce an event: every subscriber of its type is called in this transaction."""
        self.app.bus.publish(self, event)

    def refusal(self, event: Event) -> Callable[[], None]:
        """Return a function for ``AppError.then`` that announces a refused attempt.

        It runs after the refusal's rollback, in a separate transaction.
        """

        refused = replace(event, outcome="refused")

        def announce() -> None:
            try:
                with self.autonomous_transaction() as ctx:
                    ctx.emit(refused)
            except IntegrityError:
                # The actor's account may be deleted by now. The event is kept without it.
                anonymous = replace(self, actor=replace(self.actor, user_id=None))
                with anonymous.autonomous_transaction() as ctx:
                    ctx.emit(refused)

        return announce
