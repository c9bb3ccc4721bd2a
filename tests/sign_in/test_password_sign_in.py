from __future__ import annotations

from uuid import UUID

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.security.passwords import ANYONE, BusyError, Caller, Cost, Passwords
from tests.support.factories import PASSWORD, make_panel, make_person, register, unique
from tests.support.harness import MovableClock
from tests.support.suspensions import suspend


def test_an_account_without_a_second_factor_has_to_set_one_up(app: TestApp) -> None:
    email, _ = register(app)
    response = app.post_json(
        "/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=200
    )
    assert set(response.json) == {"twoFactorSetupRequired", "challengeToken"}
    assert response.headers["Cache-Control"] == "no-store"


def test_the_four_ways_to_fail_are_one_answer_at_one_cost(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    stranger = make_person(app, application.now())
    slug = panel.organization["slug"]
    mail = panel.person.email
    bodies = [
        {"email": mail, "password": "not the password", "orgSlug": slug},
        {"email": f"{unique()}@example.com", "password": PASSWORD, "orgSlug": slug},
        {"email": mail, "password": PASSWORD, "orgSlug": unique("nobody")},
        {"email": stranger.email, "password": PASSWORD, "orgSlug": slug},
    ]
    responses, costs = set(), set()
    for body in bodies:
        before = application.passwords.evaluations
        response = app.post_json("/v1/auth/login", body, status=401)
        costs.add(application.passwords.evaluations - before)
        responses.add(response.body)
        assert response.json["code"] == "invalid_credentials"
    assert len(responses) == 1
    assert costs == {1}
    for body in bodies[:2]:
        del body["orgSlug"]
        responses.add(app.post_json("/v1/auth/account-login", body, status=401).body)
    assert len(responses) == 1


def test_a_slug_is_found_in_any_case(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    slug = panel.organization["slug"].upper()
    body = {"email": panel.person.email, "password": PASSWORD, "orgSlug": slug}
    app.post_json("/v1/auth/login", body, status=200)
    panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=200)


def test_only_members_learn_of_a_suspension(app: TestApp, application: Application) -> None:
    panel = make_panel(app, application.now())
    stranger = make_person(app, application.now())
    slug = panel.organization["slug"]
    suspend(application, slug)
    body = {"email": panel.person.email, "password": PASSWORD, "orgSlug": slug}
    refused = app.post_json("/v1/auth/login", body, status=403)
    assert refused.json["code"] == "workspace_suspended"
    app.post_json("/v1/auth/login", {**body, "password": "wrong"}, status=401)
    app.post_json("/v1/auth/login", {**body, "email": stranger.email}, status=401)


@pytest.mark.usefixtures("production_limits")
def test_right_passwords_for_a_suspended_workspace_lock_nobody_out(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    slug = panel.organization["slug"]
    suspend(application, slug)
    body = {"email": panel.person.email, "password": PASSWORD}
    for _ in range(12):
        app.post_json("/v1/auth/login", {**body, "orgSlug": slug}, status=403)
    app.post_json("/v1/auth/account-login", body, status=200)
    with application.database.session(read_only=True) as session:
        own = AuditEvent.actor_id == UUID(panel.person.user_id)
        checked = select(AuditEvent.outcome).where(own, AuditEvent.event == "sign_in.password")
        outcomes = session.scalars(checked.order_by(AuditEvent.id)).all()
    assert outcomes == ["refused"] * 12 + ["success"]


@pytest.mark.usefixtures("production_limits")
def test_failed_passwords_are_limited_and_successes_are_not_counted(
    app: TestApp, clock: MovableClock
) -> None:
    email, _ = register(app)
    right, wrong = ({"email": email, "password": text} for text in (PASSWORD, "wrong"))
    for _ in range(11):
        app.post_json("/v1/auth/account-login", right, status=200)
    for _ in range(10):
        app.post_json("/v1/auth/account-login", wrong, status=401)
    for body in (wrong, right):
        refused = app.post_json("/v1/auth/account-login", body, status=429)
        assert refused.json["code"] == "rate_limited"
        assert 0 < int(refused.headers["Retry-After"]) <= 300
        assert refused.headers["RateLimit-Policy"] == '"password";q=10;w=300'
    clock.move(minutes=5)
    app.post_json("/v1/auth/account-login", right, status=200)


def test_an_unknown_address_is_limited_like_a_known_one(app: TestApp) -> None:
    """As often as a known one in development: ten times as often as in production."""
    body = {"email": f"{unique()}@example.com", "password": "wrong"}
    statuses = [
        app.post_json("/v1/auth/account-login", body, expect_errors=True).status_int
        for _ in range(101)
    ]
    assert statuses == [401] * 100 + [429]


def test_a_password_is_rehashed_when_the_parameters_rise(
    app: TestApp, application: Application
) -> None:
    email, _ = register(app)
    body = {"email": email, "password": PASSWORD}

    def stored() -> str | None:
        with application.database.session(read_only=True) as session:
            return session.scalar(select(User.password_hash).where(User.email == email))

    before, former_passwords = stored(), application.passwords
    application.passwords = Passwords(Cost(2, 8 << 20))
    try:
        app.post_json("/v1/auth/account-login", body, status=200)
        after = stored()
        app.post_json("/v1/auth/account-login", body, status=200)
        assert application.passwords.evaluations == 3
    finally:
        application.passwords = former_passwords
    assert before != after == stored()
    assert "t=2" in (after or "")
    app.post_json("/v1/auth/account-login", body, status=200)


def test_a_password_is_not_rehashed_if_there_is_no_place_for_it(
    app: TestApp, application: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(password: str, caller: Caller = ANYONE) -> str:
        raise BusyError

    email, _ = register(app)
    passwords = Passwords(Cost(2, 8 << 20))
    monkeypatch.setattr(passwords, "hash", refuse)
    monkeypatch.setattr(application, "passwords", passwords)
    body = {"email": email, "password": PASSWORD}
    app.post_json("/v1/auth/account-login", body, status=200)


@pytest.mark.parametrize("slug", ["UPPER", "a b", "ü", "x" * 63])
def test_an_unknown_slug_has_no_members(app: TestApp, slug: str) -> None:
    email, _ = register(app)
    body = {"email": email, "password": PASSWORD, "orgSlug": slug}
    assert app.post_json("/v1/auth/login", body, status=401).json["code"] == "invalid_credentials"
