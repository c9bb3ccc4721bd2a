"""Who is calling, looked up when it counts."""

from __future__ import annotations

import threading
import time

import pytest
from sqlalchemy import update
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions.queries import end_session_tree
from consent_app.workspaces.models import Membership
from consent_app.workspaces.queries import count_api_keys
from tests.support.factories import make_panel
from tests.support.harness import Harness

# What is validated does not know the database; and PostgreSQL has no one writer to wait for.
ON_SQLITE = pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)


@ON_SQLITE
def test_a_role_lost_while_waiting_for_a_lock_is_respected(
    harness: Harness, app: TestApp, application: Application
) -> None:
    """Who calls is looked up before the transaction that writes, and again in it."""
    panel = make_panel(app, application.now())
    claims = application.signer.verify(panel.access_token, "panel", application.now())
    statuses: list[int] = []

    def make_key() -> None:
        answer = panel.post("/v1/api-keys", {"name": "late"}, status="*")
        statuses.append(answer.status_int)

    def logged_out(session: Session) -> None:
        end_session_tree(session, claims.session_id, application.now())

    def demoted(session: Session) -> None:
        session.execute(
            update(Membership)
            .where(Membership.workspace_id == claims.workspace_id)
            .values(role="viewer")
        )

    for change in (demoted, logged_out):
        with application.database.transaction() as session:
            change(session)
            thread = threading.Thread(target=make_key)
            thread.start()
            # It has found its caller by now, and waits for its turn to write.
            time.sleep(0.5)
            assert thread.is_alive()
        thread.join(20)
        with application.database.transaction() as session:
            session.execute(
                update(Membership)
                .where(Membership.workspace_id == claims.workspace_id)
                .values(role="owner")
            )
    assert statuses == [403, 401]
    with application.database.session(read_only=True) as session:
        assert claims.workspace_id is not None
        assert count_api_keys(session, claims.workspace_id) == 0
