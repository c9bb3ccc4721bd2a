"""The context of a call: its session, its actor and its events."""

from __future__ import annotations

from dataclasses import dataclass

import pytest

from consent_app.context import ANONYMOUS, Context
from consent_app.events.event import Event
from consent_app.runtime import Runtime


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Event):
    name = "tests.tried"


def test_a_call_without_a_transaction_has_no_session(runtime: Runtime) -> None:
    ctx = Context.of_system(runtime)
    with pytest.raises(RuntimeError, match="no transaction"):
        _ = ctx.session
    with ctx.transaction() as inner:
        assert inner.session.in_transaction() or inner.session.is_active
    with pytest.raises(RuntimeError, match="no user"):
        _ = ctx.user_id
    with pytest.raises(RuntimeError, match="no workspace"):
        _ = Context(runtime, ANONYMOUS).workspace_id


def test_events_reach_their_subscribers_in_the_transaction_that_emits(runtime: Runtime) -> None:
    events: list[tuple[Context, Event]] = []
    runtime.bus.subscribe(Tried, lambda ctx, event: events.append((ctx, event)))
    with Context.of_operator(runtime).transaction() as ctx:
        ctx.emit(Tried())
    assert [event for _, event in events] == [Tried()]
    assert events[0][0].session is ctx.session


def test_a_refusal_is_announced_in_a_transaction_of_its_own(runtime: Runtime) -> None:
    events: list[tuple[Context, Event]] = []
    runtime.bus.subscribe(Tried, lambda ctx, event: events.append((ctx, event)), refusals=True)
    ctx = Context.of_system(runtime)
    announce = ctx.refusal(Tried())
    assert events == []
    announce()
    assert [event.outcome for _, event in events] == ["refused"]
