"""The audit log: it receives every event, including refusals, and stores a row for each."""

from __future__ import annotations

from typing import Any

from consent_app.events.bus import EventBus
from consent_app.events.event import Event
from consent_app.events.models import AuditEvent
from consent_app.security.macs import address_hash

ADDRESS_KEY = "mac:audit-address"


def subscribe(bus: EventBus) -> None:
    """Record every event."""
    bus.subscribe(Event, record, refusals=True)


def record(ctx: Any, event: Event) -> None:
    """Add the event's row to the transaction of ``ctx``, a ``consent_app.context.Context``."""
    actor, key = ctx.actor, ctx.app.keys.derive_lasting(ADDRESS_KEY)
    ctx.session.add(
        AuditEvent(
            id=ctx.new_id(),
            workspace_id=actor.workspace_id,
            # An anonymous actor is a user without an id.
            actor_kind="user" if actor.kind == "anonymous" else actor.kind,
            actor_id=actor.user_id,
            event=event.name,
            outcome=event.outcome,
            address_hash=address_hash(key, ctx.client.address) if ctx.client else None,
            subject_id=event.subject_id,
            detail=[
                {"name": change.name, "before": change.before, "after": change.after}
                for change in event.changes
            ],
        )
    )
