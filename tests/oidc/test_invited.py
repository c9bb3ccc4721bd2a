"""An invitation's link in the wrong hands, to a person who signs in by an identity provider."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.security import totp
from tests.support import members
from tests.support.account_mails import last_token, reset_token, subjects
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
from tests.support.mail_links import verify_by_mail

SignIn = Callable[..., dict[str, Any]]


@dataclass
class Victim:
    """An owner of a workspace who came by a provider, and a thief's session from an invitation."""

    email: str
    subject: str
    slug: str
    inviting: Panel
    secret: str
    stolen: dict[str, Any]

    @property
    def headers(self) -> dict[str, str]:
        return bearer(self.stolen["accessToken"])


@pytest.fixture
def victim(harness: Harness, app: TestApp, application: Application, sign_in: SignIn) -> Victim:
    email, subject = f"{unique('ida')}@example.com", unique("subject-")
    account = sign_in(allowSignup=True, email=email, sub=subject)
    headers = bearer(account["accountToken"])
    demo = app.post_json("/v1/billing/demo", {}, headers=headers, status=201).json
    host = make_panel(app, application.now())
    secret, stolen = steal(harness, app, host, email)
    slug = demo["organization"]["slug"]
    return Victim(email, subject, slug, host, secret, stolen)


def invited(harness: Harness, app: TestApp, inviting: Panel, email: str) -> dict[str, Any]:
    members.inviting(inviting).post(
        "/v1/invitations", {"email": email, "role": "viewer"}, status=201
    )
    accepted = {"token": last_token(harness, email, "invited")}
    answer: dict[str, Any] = app.post_json("/v1/auth/invite/accept", accepted, status=200).json
    return answer


def steal(
    harness: Harness, app: TestApp, inviting: Panel, email: str
) -> tuple[str, dict[str, Any]]:
    """Open the link and enrol an authenticator, as anybody with the link can."""
    answer = invited(harness, app, inviting, email)
    assert answer["twoFactorSetupRequired"] is True
    body = {"challengeToken": answer["challengeToken"]}
    secret = app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"]
    code = totp.code_at(secret, harness.application.now())
    session = app.post_json("/v1/auth/2fa/setup/confirm", {**body, "code": code}, status=200).json
    return secret, session


def test_an_invitation_gives_access_to_its_workspace_only(app: TestApp, victim: Victim) -> None:
    inviting_workspace = victim.inviting.organization
    assert victim.stolen["organization"] == inviting_workspace
    app.get("/v1/domains", headers=victim.headers, status=200)
    refresh = {"refreshToken": victim.stolen["refreshToken"]}
    headers = bearer(app.post_json("/v1/auth/refresh", refresh, status=200).json["accessToken"])
    elsewhere = {"orgSlug": victim.slug}
    for response in (
        app.post_json("/v1/auth/handoff", elsewhere, headers=headers, status=403),
        app.post("/v1/auth/account-handoff", headers=headers, status=403),
        app.get("/v1/account/sessions", headers=headers, status=403),
        app.patch_json("/v1/account", {"name": "Thief"}, headers=headers, status=403),
        app.post_json("/v1/account/backup-codes", {"code": "123456"}, headers=headers, status=403),
        app.post_json(
            "/v1/account/delete", {"password": "x", "code": "123456"}, headers=headers, status=403
        ),
    ):
        assert response.json["code"] == "own_sign_in_required"
    account = app.get("/v1/account", headers=headers, status=200).json
    assert [workspace["organization"] for workspace in account["workspaces"]] == [
        inviting_workspace
    ]
    # Within the workspace a hand-off works, and its child is as bound.
    handoff = app.post_json(
        "/v1/auth/handoff", {"orgSlug": inviting_workspace["slug"]}, headers=headers
    ).json
    child = app.post_json("/v1/auth/handoff/exchange", {"code": handoff["code"]}, status=200).json
    headers = bearer(child["accessToken"])
    app.post_json("/v1/auth/handoff", elsewhere, headers=headers, status=403)


def test_a_second_invitation_with_the_same_factor_gives_no_further_access(
    harness: Harness, app: TestApp, victim: Victim, clock: MovableClock, sign_in: SignIn
) -> None:
    other_panel = make_panel(app, clock())
    answer = invited(harness, app, other_panel, victim.email)
    clock.move(minutes=1)
    code = totp.code_at(victim.secret, clock())
    body = {"challengeToken": answer["challengeToken"], "code": code}
    session = app.post_json("/v1/auth/2fa/verify", body, status=200).json
    headers = bearer(session["accessToken"])
    app.post_json("/v1/auth/handoff", {"orgSlug": victim.slug}, headers=headers, status=403)
    # Nor does it make the factor the person's own.
    sign_in(email=victim.email, sub=victim.subject)
    app.get("/v1/domains", headers=headers, status=401)


def test_a_set_up_by_link_becomes_the_persons_own_with_their_password(
    harness: Harness, app: TestApp, clock: MovableClock, sign_in: SignIn
) -> None:
    email, _ = register(app)
    verify_by_mail(harness, app, email)
    secret, _ = steal(harness, app, make_panel(app, clock()), email)
    clock.move(minutes=1)
    body = {"email": email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    code = {"challengeToken": challenge, "code": totp.code_at(secret, clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=200)
    # Until then, a provider's sign-in removes what was set up before the address was verified.
    clock.move(days=31)
    session = sign_in(email=email)
    account = app.get("/v1/account", headers=bearer(session["accountToken"])).json
    assert account["secondFactor"]["enrolledAt"] is not None


def test_a_set_up_by_link_is_removed_by_the_persons_own_sign_in(
    app: TestApp, victim: Victim, sign_in: SignIn
) -> None:
    session = sign_in(email=victim.email, sub=victim.subject, orgSlug=victim.slug)
    app.get("/v1/domains", headers=victim.headers, status=401)
    account = app.get("/v1/account", headers=bearer(session["accessToken"])).json
    assert account["secondFactor"]["enrolledAt"] is None
    assert len(account["workspaces"]) == 2
    body = {"orgSlug": victim.inviting.organization["slug"]}
    app.post_json("/v1/auth/handoff", body, headers=bearer(session["accessToken"]), status=200)


def test_a_reset_removes_the_invited_factor(harness: Harness, app: TestApp, victim: Victim) -> None:
    token = {"token": reset_token(harness, app, victim.email), "password": PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", token, status=204)
    body = {"email": victim.email, "password": PASSWORD}
    assert "twoFactorSetupRequired" in app.post_json("/v1/auth/account-login", body).json
    app.get("/v1/domains", headers=victim.headers, status=401)


def test_a_person_with_a_factor_of_their_own_is_not_bound(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    inviting, member = make_panel(app, clock()), make_panel(app, clock())
    email = member.person.email
    token = {"token": last_token(harness, email, "confirm")}
    headers = bearer(member.access_token)
    app.post_json("/v1/auth/email/verify", token, headers=headers, status=200)
    answer = invited(harness, app, inviting, email)
    clock.move(minutes=1)
    body = {"challengeToken": answer["challengeToken"], "code": member.person.code(clock())}
    session = app.post_json("/v1/auth/2fa/verify", body, status=200).json
    headers = bearer(session["accessToken"])
    slug = {"orgSlug": member.organization["slug"]}
    app.post_json("/v1/auth/handoff", slug, headers=headers, status=200)


def test_a_new_authenticator_is_mailed(harness: Harness, app: TestApp, victim: Victim) -> None:
    sent = subjects(harness, victim.email)
    assert "An authenticator was added to your account" in sent
    person = make_person(app, harness.application.now())
    answer = app.post_json(
        "/v1/auth/register",
        {"email": f"new-{person.email}", "password": PASSWORD},
        status=201,
    ).json
    body = {"challengeToken": answer["challengeToken"]}
    secret = app.post_json("/v1/auth/2fa/setup", body, status=200).json["secret"]
    code = totp.code_at(secret, harness.application.now())
    app.post_json("/v1/auth/2fa/setup/confirm", {**body, "code": code}, status=200)
    sent = subjects(harness, f"new-{person.email}")
    assert "An authenticator was added to your account" in sent
