"""Reading a workspace's audit log."""

from __future__ import annotations

import uuid

from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.domains.events import DomainRuleOverridden, DomainVerificationFailed
from consent_app.events.event import Change
from tests.support.audit import audit_events
from tests.support.factories import make_key, make_panel
from tests.support.members import give_role


def test_the_audit_log_has_pages_and_filters(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    for number in range(5):
        make_key(panel, name=f"Key {number}")
    whole = [event["id"] for event in audit_events(panel)]
    ids: list[str] = []
    cursor: dict[str, str] = {}
    while True:
        page = panel.get("/v1/audit-events", params={"limit": 3, **cursor})
        ids += [event["id"] for event in page.json]
        if "Link" not in page.headers:
            break
        cursor = {"cursor": page.json[-1]["id"]}
    assert ids == whole
    assert len(audit_events(panel, event="api_key.created")) == 5
    assert len(audit_events(panel, actorId=panel.person.user_id)) == 8
    assert audit_events(panel, actorId=str(uuid.uuid4())) == []
    panel.get("/v1/audit-events?event=A B", status=400)


def test_admins_read_only_their_own_workspaces_log(app: TestApp, application: Application) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    assert not {e["id"] for e in audit_events(panel)} & {e["id"] for e in audit_events(other_panel)}
    give_role(application, panel, "viewer")
    panel.get("/v1/audit-events", status=403)


def test_the_reason_of_a_failed_check_is_in_the_readers_language(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    reason = "The certificate of www.example.com is self-signed."
    host = "www.example.com"
    with application.database.transaction() as session:
        operator = Context.of_operator(application).with_session(session)
        ctx = operator.in_workspace(uuid.UUID(panel.organization["id"]))
        changes = (Change("hostname", None, host), Change("reason", None, reason))
        ctx.emit(DomainVerificationFailed(changes=changes, hostname=host, reason=reason))
        # A person's words stay as they are.
        ctx.emit(DomainRuleOverridden(changes=(Change("reason", None, reason),)))
    german = "Das Zertifikat von www.example.com ist selbst signiert."
    for language, failed in (("de", german), ("en", reason)):
        headers = {"Authorization": f"Bearer {panel.access_token}", "Accept-Language": language}
        overridden, check = app.get("/v1/audit-events?limit=2", headers=headers).json
        assert [change["after"] for change in check["detail"]] == [host, failed]
        assert [change["after"] for change in overridden["detail"]] == [reason]
