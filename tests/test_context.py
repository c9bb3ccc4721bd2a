"""The context of a call: its session, its actor and its events."""

from __future__ import annotations

from dataclasses import dataclass

import pytest
from sqlalchemy import text

from consent_app.application import Application
from consent_app.context import ANONYMOUS, Context
from consent_app.events.event import Event


@dataclass(frozen=True, slots=True, kw_only=True)
class Tried(Event):
    name = "tests.tried"


def test_a_call_without_a_transaction_has_no_session(application: Application) -> None:
    ctx = Context.of_system(application)
    with pytest.raises(RuntimeError, match="no transaction"):
        _ = ctx.session
    with ctx.transaction() as inner:
        assert inner.session.in_transaction()
    with pytest.raises(RuntimeError, match="not a user: system"):
        _ = ctx.user_id
    with pytest.raises(RuntimeError, match="no workspace"):
        _ = Context(application, ANONYMOUS).workspace_id


def test_events_reach_their_subscribers_in_the_transaction_that_emits(
    application: Application,
) -> None:
    events: list[tuple[Context, Event]] = []
    application.bus.subscribe(Tried, lambda ctx, event: events.append((ctx, event)))
    with Context.of_operator(application).transaction() as ctx:
        ctx.emit(Tried())
    assert [event for _, event in events] == [Tried()]
    assert events[0][0].session is ctx.session


def test_a_refusal_is_announced_in_its_own_transaction(application: Application) -> None:
    events: list[tuple[Context, Event]] = []
    application.bus.subscribe(Tried, lambda ctx, event: events.append((ctx, event)), refusals=True)
    ctx = Context.of_system(application)
    announce = ctx.refusal(Tried())
    assert events == []
    announce()
    assert [event.outcome for _, event in events] == ["refused"]


def test_a_savepoint_is_no_commit(application: Application) -> None:
    calls: list[str] = []
    with Context.of_system(application).transaction() as ctx:
        ctx.after_commit(lambda: calls.append("called"))
        with ctx.session.begin_nested():
            ctx.session.execute(text("SELECT 1"))
        assert calls == []
    assert calls == ["called"]


def test_nothing_is_called_after_a_rollback(application: Application) -> None:
    calls: list[str] = []
    with Context.of_system(application).transaction() as ctx:
        ctx.after_commit(lambda: calls.append("called"))
        ctx.session.rollback()
    assert calls == []
