"""Invitations that are over do not keep their addresses."""

from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.workspaces.invitations import purge
from consent_app.workspaces.models import Invitation
from tests.support.account_mails import last_token
from tests.support.factories import PASSWORD, make_panel, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting


def kept(application: Application, *ids: str) -> list[str]:
    """Return those of the invitations that are still stored."""
    is_listed = Invitation.id.in_([UUID(invitation_id) for invitation_id in ids])
    with application.database.session(read_only=True) as session:
        return [str(row) for row in session.scalars(select(Invitation.id).where(is_listed))]


@pytest.mark.parametrize("end", ["accepted", "revoked", "expired"])
def test_an_invitation_is_deleted_a_day_after_it_expires(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock, end: str
) -> None:
    panel = make_panel(app, clock())
    email = f"{unique('charles')}@example.com"
    body = {"email": email, "role": "viewer"}
    invitation = inviting(panel).post("/v1/invitations", body, status=201).json["id"]
    if end == "accepted":
        token = last_token(harness, email, "invited")
        body = {"token": token, "name": "Charles", "password": PASSWORD}
        app.post_json("/v1/auth/invite/accept", body, status=200)
    elif end == "revoked":
        panel.delete(f"/v1/invitations/{invitation}", status=204)
    clock.move(days=7, hours=23)
    purge(application, {})
    assert kept(application, invitation) == [invitation]
    clock.move(hours=2)
    purge(application, {})
    assert kept(application, invitation) == []


def test_an_open_invitation_is_kept(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    body = {"email": f"{unique('ada')}@example.com", "role": "viewer"}
    invitation = inviting(panel).post("/v1/invitations", body, status=201).json["id"]
    clock.move(days=6)
    purge(application, {})
    assert kept(application, invitation) == [invitation]
