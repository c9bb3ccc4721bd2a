"""Sessions that ended are deleted a day later, and no session that is alive with them."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions.jobs import RETENTION_AFTER_END, purge
from consent_app.sessions.models import OneTimeToken, UserSession
from consent_app.sessions.queries import delete_ended_sessions, delete_sessions
from consent_app.sessions.token_queries import delete_tokens
from tests.sessions.test_session_trees import child_of, log_out, refresh
from tests.support.factories import PASSWORD, Panel, bearer, make_panel
from tests.support.harness import MovableClock


def stored(application: Application, panel: Panel) -> int:
    """Return how many sessions of the person are stored."""
    own = UserSession.user_id == UUID(panel.person.user_id)
    with application.database.session(read_only=True) as session:
        return len(session.scalars(select(UserSession.id).where(own)).all())


def test_a_session_that_was_signed_out_is_deleted_a_day_later(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    before = stored(application, panel)
    log_out(panel)
    clock.move(hours=23)
    purge(application, {})
    assert stored(application, panel) == before
    clock.move(hours=2)
    purge(application, {})
    assert stored(application, panel) == before - 1
    with application.database.session(read_only=True) as session:
        tokens = select(OneTimeToken.session_id).where(
            OneTimeToken.user_id == UUID(panel.person.user_id), OneTimeToken.purpose == "refresh"
        )
        assert session.scalars(tokens).all() == []
    refresh(app, panel.refresh_token, 401)


def test_a_live_session_outlives_the_one_that_handed_it_off(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    child = child_of(panel)
    grandchild = child_of(panel, child["accessToken"])
    body = {"currentPassword": PASSWORD, "newPassword": "another horse battery"}
    token = bearer(grandchild["accessToken"])
    app.post_json("/v1/account/password", body, headers=token, status=204)
    refresh(app, child["refreshToken"], 401)
    clock.move(hours=25)
    for _ in range(2):
        purge(application, {})
    refreshed = refresh(app, grandchild["refreshToken"])
    count = stored(application, panel)
    app.post_json("/v1/auth/logout", {"refreshToken": refreshed["refreshToken"]}, status=204)
    clock.move(hours=25)
    for remaining in (count - 1, count - 2):
        purge(application, {})
        assert stored(application, panel) == remaining
    refresh(app, panel.refresh_token)


@pytest.mark.parametrize("days", [89, 92])
def test_a_session_that_expired_is_deleted(
    app: TestApp, application: Application, clock: MovableClock, days: int
) -> None:
    panel = make_panel(app, clock())
    clock.move(days=days)
    purge(application, {})
    assert (stored(application, panel) > 0) is (days < 90)


def test_deleting_ended_sessions_waits_for_nobody_who_empties_an_account(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    if application.database.dialect == "sqlite":
        return
    panel = make_panel(app, clock())
    user_id = UUID(panel.person.user_id)
    log_out(panel)
    clock.move(hours=25)
    with application.database.transaction() as session:
        delete_tokens(session, user_id)
        # The sessions of these tokens stay until the next run.
        with application.database.transaction() as other:
            delete_ended_sessions(other, clock() - RETENTION_AFTER_END)
        delete_sessions(session, user_id)
    assert stored(application, panel) == 0
