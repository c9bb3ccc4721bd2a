"""Who is calling, looked up when it counts."""

from __future__ import annotations

import threading
import time
from uuid import UUID

import pytest
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.api_keys.queries import count_api_keys
from consent_app.application import Application
from consent_app.sessions.queries import end_session_tree
from consent_app.workspaces.membership_queries import set_role
from tests.support.factories import make_panel
from tests.support.harness import Harness
from tests.support.members import give_role

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
        response = panel.post("/v1/api-keys", {"name": "late"}, status="*")
        statuses.append(response.status_int)

    def logged_out(session: Session) -> None:
        end_session_tree(session, claims.session_id, application.now())

    def demoted(session: Session) -> None:
        user_id = UUID(panel.person.user_id)
        set_role(session, UUID(panel.organization["id"]), user_id, "viewer")

    for change in (demoted, logged_out):
        with application.database.transaction() as session:
            change(session)
            thread = threading.Thread(target=make_key)
            thread.start()
            # It has found its caller by now, and waits for its turn to write.
            time.sleep(0.5)
            assert thread.is_alive()
        thread.join(20)
        give_role(application, panel, "owner")
    assert statuses == [403, 401]
    with application.database.session(read_only=True) as session:
        assert claims.workspace_id is not None
        assert count_api_keys(session, claims.workspace_id) == 0
