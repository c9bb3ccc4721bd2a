from __future__ import annotations

from uuid import UUID

from sqlalchemy import delete, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.workspaces.models import Membership, Workspace
from tests.support.factories import Panel, bearer, make_panel, make_person
from tests.support.harness import Harness, MovableClock
from tests.support.members import join as join_workspace
from tests.support.suspensions import suspend


def exchange(
    app: TestApp, code: str, status: int = 200, account: bool = False
) -> dict[str, object]:
    path = f"/v1/auth/{'account-' if account else ''}handoff/exchange"
    answer: dict[str, object] = app.post_json(path, {"code": code}, status=status).json
    return answer


def join(application: Application, panel: Panel, slug: str) -> None:
    """Make the panel's person a member of another workspace."""
    with application.database.transaction() as session:
        workspace = session.scalars(select(Workspace).where(Workspace.slug == slug)).one()
        session.add(
            Membership(
                id=application.new_id(),
                workspace_id=workspace.id,
                user_id=application.signer.verify(
                    panel.access_token, "panel", application.now()
                ).user_id,
                role="viewer",
                created_at=application.now(),
            )
        )


def test_a_sign_in_crosses_to_another_workspace(app: TestApp, application: Application) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    slug = other_panel.organization["slug"]
    join(application, panel, slug)
    handoff = panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=200).json
    assert handoff["url"] == f"http://{slug}.localhost:6543/handoff"
    assert handoff["code"] not in handoff["url"]
    session = exchange(app, handoff["code"])
    assert session["organization"] == other_panel.organization
    assert session["user"] == {"id": panel.person.user_id, "email": panel.person.email}
    assert exchange(app, handoff["code"], 401)["code"] == "invalid_code"


def test_an_unknown_workspace_and_a_strangers_are_the_same(
    app: TestApp, application: Application
) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    answers = {
        panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=404).body
        for slug in (other_panel.organization["slug"], "no-such-workspace")
    }
    assert len(answers) == 1


def test_a_sign_in_crosses_to_the_account(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    handoff = panel.post("/v1/auth/account-handoff", status=200).json
    assert handoff["url"] == "http://localhost:6543/handoff"
    session = exchange(app, handoff["code"], account=True)
    assert set(session) == {"accountToken", "user", "organization"}
    assert session["organization"] == panel.organization
    token = bearer(str(session["accountToken"]))
    assert app.post_json("/v1/billing/demo", {}, headers=token, status=409)
    assert exchange(app, handoff["code"], 401, account=True)["code"] == "invalid_code"


def test_a_body_does_not_name_the_workspace(app: TestApp, application: Application) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    body = {"orgSlug": other_panel.organization["slug"]}
    handoff = panel.post("/v1/auth/account-handoff", body, status=200).json
    assert exchange(app, handoff["code"], account=True)["organization"] == panel.organization


def test_a_code_of_one_kind_is_unknown_to_the_other(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    slug = panel.organization["slug"]
    to_panel = panel.post("/v1/auth/handoff", {"orgSlug": slug}).json["code"]
    to_account = panel.post("/v1/auth/account-handoff").json["code"]
    exchange(app, to_panel, 401, account=True)
    exchange(app, to_account, 401)
    exchange(app, to_panel)
    exchange(app, to_account, account=True)


def test_a_code_lasts_a_minute(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    clock.freeze()
    slug = panel.organization["slug"]
    codes = [panel.post("/v1/auth/handoff", {"orgSlug": slug}).json["code"] for _ in range(2)]
    clock.move(seconds=59)
    exchange(app, codes[0])
    clock.move(seconds=1)
    exchange(app, codes[1], 401)


def test_leaving_and_suspension_count_at_redemption(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    slug = panel.organization["slug"]
    codes = [panel.post("/v1/auth/handoff", {"orgSlug": slug}).json["code"] for _ in range(2)]
    home = panel.post("/v1/auth/account-handoff").json["code"]
    suspend(application, slug)
    assert exchange(app, codes[0], 403)["code"] == "workspace_suspended"
    with application.database.transaction() as session:
        workspace = select(Workspace.id).where(Workspace.slug == slug).scalar_subquery()
        session.execute(delete(Membership).where(Membership.workspace_id == workspace))
    assert exchange(app, codes[1], 401)["code"] == "invalid_code"
    assert exchange(app, home, account=True)["organization"] is None


def test_an_account_token_hands_nothing_off(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    token = bearer(panel.person.account_token)
    for path, body in (
        ("/v1/auth/handoff", {"orgSlug": panel.organization["slug"]}),
        ("/v1/auth/account-handoff", {}),
    ):
        app.post_json(path, body, headers=token, status=401)


def test_a_code_ends_with_the_session_that_made_it(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    code = panel.post("/v1/auth/handoff", {"orgSlug": panel.organization["slug"]}).json["code"]
    home = panel.post("/v1/auth/account-handoff").json["code"]
    app.post_json("/v1/auth/logout", {"refreshToken": panel.refresh_token}, status=204)
    assert exchange(app, code, 401)["code"] == "invalid_code"
    assert exchange(app, home, 401, account=True)["code"] == "invalid_code"


def test_a_code_ends_when_its_person_is_removed(harness: Harness, panel: Panel) -> None:
    member = join_workspace(harness, panel)
    code = member.post("/v1/auth/handoff", {"orgSlug": panel.organization["slug"]}).json["code"]
    home = member.post("/v1/auth/account-handoff").json["code"]
    members = panel.get("/v1/members", status=200).json
    [member_id] = [row["id"] for row in members if row["email"] == member.person.email]
    panel.delete(f"/v1/members/{member_id}", status=204)
    app = harness.client()
    assert exchange(app, code, 401)["code"] == "invalid_code"
    assert exchange(app, home, 401, account=True)["code"] == "invalid_code"


def test_the_hand_off_to_a_new_demo_is_recorded(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    token = bearer(person.account_token)
    demo = app.post_json("/v1/billing/demo", {}, headers=token, status=201).json
    with application.database.session(read_only=True) as session:
        statement = select(AuditEvent.event).where(
            AuditEvent.workspace_id == UUID(demo["organization"]["id"])
        )
        names = session.scalars(statement.order_by(AuditEvent.id)).all()
    assert names == ["workspace.created", "handoff.created"]


def test_a_demos_code_ends_with_the_account_session(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    token = bearer(person.account_token)
    demo = app.post_json("/v1/billing/demo", {}, headers=token, status=201).json
    [session] = app.get("/v1/account/sessions", headers=token).json
    app.delete(f"/v1/account/sessions/{session['id']}", headers=token, status=204)
    exchange(app, demo["handoff"]["code"], 401)


def test_a_code_ends_with_the_other_sessions(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    to_panel = panel.post("/v1/auth/handoff", {"orgSlug": panel.organization["slug"]}).json["code"]
    to_account = panel.post("/v1/auth/account-handoff").json["code"]
    panel.delete("/v1/account/sessions", status=204)
    panel.get("/v1/domains", status=200)
    exchange(app, to_panel, 401)
    exchange(app, to_account, 401, account=True)
