"""Writing audit events without a context: for the rooms that do not announce them yet."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from typing import Any, Literal
from uuid import UUID

from sqlalchemy.exc import IntegrityError
from sqlalchemy.orm import Session

from consent_app.application import Application
from consent_app.context import ClientInfo
from consent_app.events.models import ActorKind, AuditEvent
from consent_app.security.macs import address_hash

__all__ = ["ActorKind", "Event", "Outcome", "Source", "record", "refused", "source_of"]

Outcome = Literal["success", "refused"]

Source = ClientInfo

_ADDRESS_KEY = "mac:audit-address"


@dataclass(frozen=True, slots=True)
class Event:
    """What happened. ``detail`` holds no secret and no more of a person than it must."""

    name: str
    actor_id: UUID | None = None
    workspace_id: UUID | None = None
    subject_id: UUID | None = None
    actor_kind: ActorKind = "user"
    detail: dict[str, str] = field(default_factory=dict)


def source_of(request: Any) -> Source:
    """Return where a request came from, behind the proxies that are trusted."""
    client: ClientInfo = request.client
    return client


def record(
    session: Session,
    app: Application,
    source: Source | None,
    event: Event,
    *,
    outcome: Outcome = "success",
) -> None:
    """Add an event to the transaction of the work that it tells of."""
    session.add(_row(app, source, event, outcome))


def refused(app: Application, source: Source | None, event: Event) -> Callable[[], None]:
    """Return what writes a refused event, for ``AppError.then``: in a transaction of its own."""

    def write() -> None:
        try:
            with app.database.autonomous_transaction() as side:
                side.add(_row(app, source, event, "refused"))
        except IntegrityError:
            # The actor's account was deleted meanwhile: events outlive it.
            with app.database.autonomous_transaction() as side:
                side.add(_row(app, source, replace(event, actor_id=None), "refused"))

    return write


def _row(app: Application, source: Source | None, event: Event, outcome: Outcome) -> AuditEvent:
    keys = app.keys
    # The oldest key, so that the same address keeps its hash through rotations.
    key = keys.derive(_ADDRESS_KEY, keys.ids[-1])
    return AuditEvent(
        id=app.new_id(),
        workspace_id=event.workspace_id,
        actor_kind=event.actor_kind,
        actor_id=event.actor_id,
        event=event.name,
        outcome=outcome,
        address_hash=address_hash(key, source.address) if source else None,
        subject_id=event.subject_id,
        detail=[
            {"name": name, "before": None, "after": value} for name, value in event.detail.items()
        ],
    )
