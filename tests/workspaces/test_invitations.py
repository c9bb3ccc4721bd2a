from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.security import totp
from consent_app.workspaces.models import Membership, Workspace
from tests.support.account_mails import last_token, mails_to
from tests.support.factories import (
    PASSWORD,
    Panel,
    bearer,
    make_panel,
    make_person,
    register,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.members import give_role, inviting
from tests.support.suspensions import resume, suspend


def invite(panel: Panel, email: str, role: str = "admin", status: int = 201) -> dict[str, Any]:
    answer: dict[str, Any] = (
        inviting(panel).post("/v1/invitations", {"email": email, "role": role}, status=status).json
    )
    return answer


def accept(app: TestApp, token: str, status: int = 200, **body: str) -> dict[str, Any]:
    answer: dict[str, Any] = app.post_json(
        "/v1/auth/invite/accept", {"token": token, **body}, status=status
    ).json
    return answer


def role_of(application: Application, panel: Panel, email: str) -> str | None:
    from consent_app.accounts.models import User

    with application.database.session(read_only=True) as session:
        return session.scalar(
            select(Membership.role)
            .join(Workspace, Workspace.id == Membership.workspace_id)
            .join(User, User.id == Membership.user_id)
            .where(Workspace.slug == panel.organization["slug"], User.email == email)
        )


def test_someone_without_an_account_joins_with_name_and_password(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique('charles')}@example.com"
    invitation = invite(panel, email)
    assert invitation["email"] == email
    assert invitation["invitedBy"] == panel.person.user_id
    (mail,) = mails_to(harness, email)
    assert "invited" in str(mail["Subject"])
    token = last_token(harness, email, "invited")
    assert token.startswith(f"{invitation['id']}.")
    assert token not in panel.get("/v1/invitations").text
    refused = accept(app, token, 400)
    assert [part["pointer"] for part in refused["errors"]] == ["#/name", "#/password"]
    refused = accept(app, token, 400, name="Charles Babbage")
    assert [part["pointer"] for part in refused["errors"]] == ["#/password"]
    answer = accept(app, token, name="Charles Babbage", password=PASSWORD)
    challenge = {"challengeToken": answer["challengeToken"]}
    secret = app.post_json("/v1/auth/2fa/setup", challenge, status=200).json["secret"]
    code = totp.code_at(secret, application.now())
    session = app.post_json("/v1/auth/2fa/setup/confirm", {**challenge, "code": code}).json
    assert session["organization"] == panel.organization
    assert len(session["backupCodes"]) == 10
    assert role_of(application, panel, email) == "admin"
    assert accept(app, token, 400, name="Charles", password=PASSWORD)["code"] == "invalid_link"
    assert panel.get("/v1/invitations").json == []


def test_a_verified_account_joins_directly(
    harness: Harness, app: TestApp, clock: MovableClock, application: Application
) -> None:
    panel = make_panel(app, clock())
    person = make_person(app, clock())
    token = last_token(harness, person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    invite(panel, person.email.upper(), "viewer")
    answer = accept(
        app,
        last_token(harness, person.email, "invited"),
        name="Somebody Else",
        password="ignored password",
    )
    assert answer["twoFactorRequired"] is True
    clock.move(minutes=1)
    session = app.post_json(
        "/v1/auth/2fa/verify",
        {"challengeToken": answer["challengeToken"], "code": person.code(clock())},
    ).json
    assert session["organization"] == panel.organization
    app.post_json(
        "/v1/auth/account-login", {"email": person.email, "password": PASSWORD}, status=200
    )


def test_an_account_never_verified_is_emptied_first(
    harness: Harness, app: TestApp, clock: MovableClock, application: Application
) -> None:
    first_comer = make_panel(app, clock())
    email = first_comer.person.email
    panel = make_panel(app, clock())
    invite(panel, email)
    token = last_token(harness, email, "invited")
    accept(app, token, 400)
    answer = accept(app, token, name="The owner", password="owner of the address")
    assert "twoFactorSetupRequired" in answer
    first_comer.get("/v1/domains", status=401)
    body = {"email": email, "password": PASSWORD}
    app.post_json("/v1/auth/account-login", body, status=401)
    assert role_of(application, panel, email) == "admin"
    assert role_of(application, first_comer, email) is None


def test_inviting_again_replaces_the_link(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique()}@example.com"
    invite(panel, email)
    first = last_token(harness, email, "invited")
    second_invitation = invite(panel, email, "viewer")
    second = last_token(harness, email, "invited")
    assert [invitation["id"] for invitation in panel.get("/v1/invitations").json] == [
        second_invitation["id"]
    ]
    person = {"name": "Charles Babbage", "password": PASSWORD}
    assert accept(app, first, 400, **person)["code"] == "invalid_link"
    accept(app, second, **person)
    assert role_of(application, panel, email) == "viewer"
    assert invite(panel, email, status=409)["code"] == "already_member"


def test_a_revoked_and_an_expired_invitation_are_no_links(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    answers = set()
    person = {"name": "Charles Babbage", "password": PASSWORD}
    revoked, late = f"{unique()}@example.com", f"{unique()}@example.com"
    invitation = invite(panel, revoked)
    panel.app.delete(
        f"/v1/invitations/{invitation['id']}", headers=bearer(panel.access_token), status=204
    )
    panel.app.delete(
        f"/v1/invitations/{invitation['id']}", headers=bearer(panel.access_token), status=404
    )
    answers.add(str(accept(app, last_token(harness, revoked, "invited"), 400, **person)))
    still_open = invite(panel, late)
    token = last_token(harness, late, "invited")
    # Its id is no secret: every admin sees it.
    answers.add(str(accept(app, f"{still_open['id']}.x", 400, **person)))
    clock.move(days=7, seconds=1)
    answers.add(str(accept(app, token, 400, **person)))
    for made_up in ("x", f"{uuid.uuid4()}.x", f"{invitation['id']}.x", "." * 300):
        answers.add(str(accept(app, made_up, 400, **person)))
    assert len(answers) == 1


def test_an_expired_invitation_is_not_listed(app: TestApp, clock: MovableClock) -> None:
    clock.freeze()
    panel = make_panel(app, clock())
    invitation = invite(panel, f"{unique()}@example.com")
    clock.move(days=7, seconds=-1)
    panel.renew()
    assert panel.get("/v1/invitations", status=200).json == [invitation]
    clock.move(seconds=1)
    assert panel.get("/v1/invitations", status=200).json == []


def test_nobody_invites_above_their_role(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    give_role(application, panel, "admin")
    email = f"{unique()}@example.com"
    assert invite(panel, email, "owner", 403)["code"] == "forbidden"
    invite(panel, email, "admin")


def test_nobody_ends_an_invitation_to_a_role_above_their_own(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique()}@example.com"
    invitation = invite(panel, email, "owner")
    give_role(application, panel, "admin")

    admin = inviting(panel)
    answer = admin.delete(f"/v1/invitations/{invitation['id']}", status=403)
    assert answer.json["code"] == "forbidden"
    # To invite the address again would replace the invitation.
    assert invite(panel, email.upper(), "viewer", 403)["code"] == "forbidden"
    assert [row["id"] for row in admin.get("/v1/invitations").json] == [invitation["id"]]

    give_role(application, panel, "owner")
    admin.delete(f"/v1/invitations/{invitation['id']}", status=204)


def test_nobody_joins_a_suspended_workspace(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    email = f"{unique()}@example.com"
    invite(panel, email)
    token = last_token(harness, email, "invited")

    person = {"name": "Charles Babbage", "password": PASSWORD}
    suspend(application, panel.organization["slug"])
    assert accept(app, token, 403, **person)["code"] == "workspace_suspended"
    resume(application, panel.organization["slug"])
    accept(app, token, **person)


def test_invitations_of_another_workspace_are_nobodys(
    app: TestApp, application: Application
) -> None:
    panel, other_panel = make_panel(app, application.now()), make_panel(app, application.now())
    invitation = invite(panel, f"{unique()}@example.com")
    assert other_panel.get("/v1/invitations").json == []
    app.delete(
        f"/v1/invitations/{invitation['id']}", headers=bearer(other_panel.access_token), status=404
    )


@pytest.mark.parametrize("body", [{"role": "king"}, {"email": "x"}, {"email": "a@b.example"}])
def test_invalid_values_are_refused(
    app: TestApp, application: Application, body: dict[str, str]
) -> None:
    panel = make_panel(app, application.now())
    inviting(panel).post("/v1/invitations", body, status=400)


def test_invitations_beyond_the_amount_of_a_day_are_refused(
    harness: Harness, app: TestApp, application: Application
) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    panel = make_panel(app, application.now())
    assert limits.policies["invitations"].amount == 500
    limits.add("invitations", 1, 3600)
    try:
        statuses = [
            inviting(panel)
            .post(
                "/v1/invitations",
                {"email": f"{unique()}@example.com", "role": "viewer"},
                expect_errors=True,
            )
            .status_int
            for _ in range(11)
        ]
    finally:
        limits.add("invitations", 50, 24 * 3600)
    assert statuses == [201] * 10 + [429]


def test_registering_first_does_not_matter(
    harness: Harness, app: TestApp, application: Application
) -> None:
    email, _ = register(app)
    panel = make_panel(app, application.now())
    invite(panel, email)
    answer = accept(app, last_token(harness, email, "invited"), name="The owner", password=PASSWORD)
    assert "twoFactorSetupRequired" in answer


@pytest.mark.parametrize(
    "ignored",
    [
        {"name": "", "password": "short"},
        {"name": "http://x" * 40, "password": "p" * 5000},
        {"name": None, "password": None},
        {"password": "password"},
    ],
)
def test_extra_fields_are_ignored_for_an_existing_account(
    harness: Harness, app: TestApp, application: Application, ignored: dict[str, Any]
) -> None:
    panel, invited = make_panel(app, application.now()), make_person(app, application.now())
    verification = {"token": last_token(harness, invited.email, "confirm")}
    app.post_json("/v1/auth/email/verify", verification, status=200)
    invite(panel, invited.email)
    token = last_token(harness, invited.email, "invited")
    response = app.post_json("/v1/auth/invite/accept", {"token": token, **ignored}, status=200)
    assert response.json["twoFactorRequired"] is True
    app.post_json(
        "/v1/auth/account-login", {"email": invited.email, "password": PASSWORD}, status=200
    )


@pytest.mark.parametrize(
    ("sent", "pointers"),
    [
        ({}, {"#/name", "#/password"}),
        ({"name": "A", "password": "difference horse battery"}, {"#/name"}),
        ({"name": " " * 9, "password": "difference horse battery"}, {"#/name"}),
        ({"name": "see http://x", "password": "seven 7"}, {"#/name", "#/password"}),
        ({"name": "Charles", "password": "x" * 129}, {"#/password"}),
    ],
)
def test_an_address_without_account_follows_the_rules_of_registration(
    harness: Harness,
    app: TestApp,
    application: Application,
    sent: dict[str, Any],
    pointers: set[str],
) -> None:
    panel, email = make_panel(app, application.now()), f"{unique('new')}@example.com"
    invite(panel, email)
    token = last_token(harness, email, "invited")
    path = "/v1/auth/invite/accept"
    refused = app.post_json(path, {"token": token, **sent}, status=400)
    assert {error["pointer"] for error in refused.json["errors"]} == pointers
    new = {"name": "Charles", "password": "difference horse battery"}
    app.post_json(path, {"token": token, **new}, status=200)
