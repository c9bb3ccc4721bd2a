from __future__ import annotations

import uuid
from typing import Any

from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from tests.support.audit import audit_events
from tests.support.factories import PASSWORD, Panel, make_key, make_panel, make_person, unique
from tests.support.harness import MovableClock
from tests.support.members import inviting


def names(panel: Panel, **query: Any) -> list[str]:
    return [event["event"] for event in audit_events(panel, **query)]


def test_events_of_a_workspace_name_the_actor_and_the_address(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    make_key(panel, name="Warehouse")
    inviting(panel).post("/v1/invitations", {"email": f"{unique()}@example.com", "role": "viewer"})
    assert names(panel) == [
        "invitation.created",
        "api_key.created",
        "handoff.redeemed",
        "handoff.created",
        "workspace.created",
    ]
    key = audit_events(panel, event="api_key.created")[0]
    assert key["actorKind"] == "user"
    assert key["actorId"] == panel.person.user_id
    assert key["actorEmail"] == panel.person.email
    assert key["outcome"] == "success"
    assert key["detail"] == [{"name": "name", "before": None, "after": "Warehouse"}]
    assert len(key["addressHash"]) == 32
    assert len({event["addressHash"] for event in audit_events(panel)}) == 1


def test_sign_ins_to_the_workspace_are_logged_with_their_outcome(
    app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    clock.move(minutes=1)
    slug = panel.organization["slug"]
    body = {"email": panel.person.email, "password": PASSWORD, "orgSlug": slug}
    challenge = app.post_json("/v1/auth/login", body, status=200).json["challengeToken"]
    wrong = {"challengeToken": challenge, "code": "000000"}
    app.post_json("/v1/auth/2fa/verify", wrong, status=401)
    right = {"challengeToken": challenge, "code": panel.person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", right, status=200)
    results = [(e["event"], e["outcome"]) for e in audit_events(panel)[:3]]
    assert results == [
        ("sign_in.verified", "success"),
        ("sign_in.code", "refused"),
        ("sign_in.password", "success"),
    ]


def test_a_refusal_is_kept_though_its_work_is_rolled_back(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    body = {"email": person.email, "password": "wrong"}
    app.post_json("/v1/auth/account-login", body, status=401)
    with application.database.session(read_only=True) as session:
        result = session.scalars(
            select(AuditEvent).where(
                AuditEvent.actor_id == uuid.UUID(person.user_id),
                AuditEvent.outcome == "refused",
            )
        ).all()
    assert [event.event for event in result] == ["sign_in.password"]


def test_a_reused_refresh_token_is_announced(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    body = {"refreshToken": panel.refresh_token}
    app.post_json("/v1/auth/refresh", body, status=200)
    app.post_json("/v1/auth/refresh", body, status=401)
    clock.move(minutes=1)
    login = {
        "email": panel.person.email,
        "password": PASSWORD,
        "orgSlug": panel.organization["slug"],
    }
    challenge = app.post_json("/v1/auth/login", login).json["challengeToken"]
    code = {"challengeToken": challenge, "code": panel.person.code(clock())}
    panel.access_token = app.post_json("/v1/auth/2fa/verify", code).json["accessToken"]
    (reuse,) = audit_events(panel, event="session.refresh_reused")
    assert reuse["outcome"] == "refused"


def test_no_address_and_no_secret_is_in_the_log(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    key = make_key(panel)
    with application.database.session(read_only=True) as session:
        rows = session.execute(select(AuditEvent.__table__)).all()
    text = str(rows)
    for secret in (key, PASSWORD, panel.refresh_token, panel.person.secret, "2001:db8"):
        assert secret not in text
