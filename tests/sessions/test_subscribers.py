"""What becomes of sessions when a membership ends."""

from __future__ import annotations

from uuid import UUID

import pytest

from consent_app.application import Application
from consent_app.context import Actor, Context
from consent_app.workspaces.events import MemberLeft, MemberRemoved, MembershipEnded
from tests.support.factories import Panel


def announce(application: Application, panel: Panel, event: type[MembershipEnded], **members: bool):  # type: ignore[no-untyped-def]
    user_id = UUID(panel.person.user_id)
    actor = Actor("system", workspace_id=UUID(panel.organization["id"]))
    with application.database.transaction() as session:
        Context(application, actor, _session=session).emit(
            event(subject_id=user_id, user_id=user_id, **members)
        )


@pytest.mark.parametrize("event", [MemberRemoved, MemberLeft])
def test_the_sessions_of_that_workspace_end(
    application: Application, panel: Panel, event: type[MembershipEnded]
) -> None:
    panel.get("/v1/workspace", status=200)
    announce(application, panel, event)
    panel.get("/v1/workspace", status=401)
    # The account's own session continues.
    headers = {"Authorization": f"Bearer {panel.person.account_token}"}
    panel.app.get("/v1/account", headers=headers, status=200)


def test_a_deleted_accounts_sessions_are_left_to_its_deletion(
    application: Application, panel: Panel
) -> None:
    announce(application, panel, MemberLeft, account_deleted=True)
    panel.get("/v1/workspace", status=200)
