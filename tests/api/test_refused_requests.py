"""Which refused requests the audit log counts, and for whom."""

from __future__ import annotations

import pytest
from limits import RateLimitItemPerSecond
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.events.refusals import Refusals
from tests.support.audit import refusals
from tests.support.factories import Panel, bearer, make_key, make_panel, make_site, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import give_role


def unknown_callers(harness: Harness, application: Application) -> int:
    harness.application.get(Refusals).flush()
    with application.database.session(read_only=True) as session:
        rows = session.scalars(
            select(AuditEvent).where(
                AuditEvent.event == "request.unauthenticated", AuditEvent.workspace_id.is_(None)
            )
        ).all()
    return sum(int(row.detail[0]["after"] or 0) for row in rows)


def test_another_tenants_things_that_are_asked_for_are_counted(
    harness: Harness, panel: Panel, app: TestApp, clock: MovableClock
) -> None:
    # All of them in one hour.
    clock.freeze()
    foreign = make_site(make_panel(app, clock()))
    for _ in range(26):
        panel.get(f"/v1/domains/{foreign.id}", status=404)
    panel.delete(f"/v1/domains/{foreign.id}", status=404)
    assert refusals(harness, panel, "request.not_found") == [(panel.person.user_id, "27")]
    # Once more: the same row.
    panel.get(f"/v1/domains/{foreign.id}", status=404)
    assert refusals(harness, panel, "request.not_found") == [(panel.person.user_id, "28")]
    # The workspace that owns the object does not see the refusal.
    assert refusals(harness, foreign.panel, "request.not_found") == []


def test_roles_that_do_not_suffice_are_counted(
    harness: Harness, panel: Panel, application: Application, clock: MovableClock
) -> None:
    clock.freeze()
    key = make_key(panel, scopes=["domains:read"])

    give_role(application, panel, "viewer")
    for _ in range(3):
        panel.post("/v1/api-keys", {"name": "x"}, status=403)
    panel.app.get("/v1/api/consent-events", headers=bearer(key), status=403)
    give_role(application, panel, "owner")
    result = refusals(harness, panel, "request.forbidden")
    assert sorted(result, key=str) == sorted([(panel.person.user_id, "3"), (None, "1")], key=str)
    events = panel.get("/v1/audit-events", params={"event": "request.forbidden"}).json
    by_kind = {event["actorKind"]: event for event in events}
    assert by_kind["api_key"]["subjectId"] == panel.get("/v1/api-keys").json[0]["id"]


def test_limits_that_are_met_are_counted(
    harness: Harness, panel: Panel, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    clock.freeze()
    policies = harness.wsgi.registry.api.rate_limits._policies
    item = RateLimitItemPerSecond(1, 60, namespace=unique("few"))
    with monkeypatch.context() as patch:
        patch.setitem(policies, "person_reads", item)
        panel.get("/v1/members", status=200)
        for _ in range(5):
            panel.get("/v1/members", status=429)
    assert refusals(harness, panel, "request.rate_limited") == [(panel.person.user_id, "5")]


def test_tokens_that_are_not_valid_are_counted(
    harness: Harness, panel: Panel, app: TestApp, application: Application
) -> None:
    before = unknown_callers(harness, application)
    forged = panel.access_token[:-6] + "AAAAAA"
    for token in (forged, "x", "cmk_1", panel.refresh_token):
        app.get("/v1/members", headers=bearer(token), status=401)
    assert unknown_callers(harness, application) == before + 4
    # An account token on a panel route is logged for its user, not for a workspace.
    app.get("/v1/members", headers=bearer(panel.person.account_token), status=401)
    assert unknown_callers(harness, application) == before + 5
    # No credential at all is no attempt.
    app.get("/v1/members", status=401)
    assert unknown_callers(harness, application) == before + 5


def test_using_an_ended_session_is_logged_in_its_workspace(
    harness: Harness, app: TestApp, application: Application
) -> None:
    site = make_site(make_panel(app, application.now()))
    panel = site.panel
    other_panel = make_panel(app, application.now())
    app.post_json("/v1/auth/logout", {"refreshToken": panel.refresh_token}, status=204)
    panel.get("/v1/members", status=401)
    harness.application.get(Refusals).flush()
    claims = application.signer.verify(panel.access_token, "panel", application.now())
    with application.database.session(read_only=True) as session:
        row = session.scalars(
            select(AuditEvent).where(
                AuditEvent.workspace_id == claims.workspace_id,
                AuditEvent.event == "request.unauthenticated",
            )
        ).one()
    assert row.actor_id == claims.user_id
    assert refusals(harness, other_panel, "request.unauthenticated") == []
