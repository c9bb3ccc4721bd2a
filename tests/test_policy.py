"""Who is calling, looked up when it counts."""

from __future__ import annotations

import threading
import time
from uuid import UUID

import pytest
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions.queries import end_session_tree
from consent_app.workspaces.membership_queries import set_role
from consent_app.workspaces.models import Workspace
from tests.support.factories import make_panel, unique
from tests.support.members import give_role
from tests.support.row_search import columns_with
from tests.support.suspensions import resume

# What is validated does not know the database; and PostgreSQL has no one writer to wait for.
ON_SQLITE = pytest.mark.parametrize("dialect", ["sqlite"], indirect=True)


@ON_SQLITE
@pytest.mark.parametrize(
    ("method", "path", "expected"),
    [
        ("POST", "/v1/api-keys", [403, 403, 401]),
        ("POST", "/v1/domain-groups", [403, 403, 401]),
        # An account is its owner's, whatever happens to their role and to their workspace.
        ("PATCH", "/v1/account", [200, 200, 401]),
    ],
)
def test_access_lost_while_waiting_for_a_lock_is_respected(
    app: TestApp, application: Application, method: str, path: str, expected: list[int]
) -> None:
    """Who calls is looked up before the transaction that writes, and again in it."""
    panel = make_panel(app, application.now())
    claims = application.signer.verify(panel.access_token, "panel", application.now())
    workspace_id, user_id = UUID(panel.organization["id"]), UUID(panel.person.user_id)
    statuses: list[int] = []

    def write(name: str) -> None:
        call = panel.post if method == "POST" else panel.patch
        statuses.append(call(path, {"name": name}, status="*").status_int)

    def demoted(session: Session) -> None:
        set_role(session, workspace_id, user_id, "viewer")

    def suspended(session: Session) -> None:
        session.get_one(Workspace, workspace_id).suspended_at = application.now()

    def logged_out(session: Session) -> None:
        end_session_tree(session, claims.session_id, application.now())

    for change, status in zip((demoted, suspended, logged_out), expected, strict=True):
        name = unique("late")
        with application.database.transaction() as session:
            change(session)
            thread = threading.Thread(target=write, args=(name,))
            thread.start()
            # It has found its caller by now, and waits for its turn to write.
            time.sleep(0.5)
            assert thread.is_alive()
        thread.join(20)
        give_role(application, panel, "owner")
        resume(application, panel.organization["slug"])
        assert bool(columns_with(application, name)) == (status == 200)
    assert statuses == expected
