"""One's own account: what it shows, its name, its sessions."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import UUID

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.accounts.service import delete_user, lock_user
from consent_app.application import Application
from consent_app.text import LOCALES
from consent_app.workspaces.models import Membership, Workspace
from tests.support.audit import events_of
from tests.support.factories import (
    PASSWORD,
    Person,
    bearer,
    make_key,
    make_panel,
    make_person,
)
from tests.support.harness import Harness, MovableClock
from tests.support.suspensions import suspend
from tests.support.waiting import call_within

LINUX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def account(app: TestApp, token: str, status: int = 200) -> dict[str, Any]:
    account: dict[str, Any] = app.get("/v1/account", headers=bearer(token), status=status).json
    return account


def sessions(app: TestApp, token: str) -> list[dict[str, Any]]:
    listed: list[dict[str, Any]] = app.get(
        "/v1/account/sessions", headers=bearer(token), status=200
    ).json
    return listed


def sign_in(app: TestApp, person: Person, clock: MovableClock, **headers: str) -> str:
    """Return a new account token, in a step of the authenticator's own."""
    clock.move(minutes=1)
    body = {"email": person.email, "password": person.password}
    challenge = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    response = app.post_json(
        "/v1/auth/2fa/verify",
        {"challengeToken": challenge, "code": person.code(clock())},
        headers=headers,
        status=200,
    )
    token: str = response.json["accountToken"]
    return token


def test_an_account_shows_who_one_is_and_where_one_belongs(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    profile = account(app, panel.access_token)
    assert profile == account(app, panel.person.account_token)
    assert profile["id"] == panel.person.user_id
    assert profile["email"] == panel.person.email
    assert profile["name"] == "Ada Lovelace"
    assert profile["locale"] == "en"
    assert profile["emailVerifiedAt"] is None
    assert profile["hasPassword"] is True
    assert profile["secondFactor"]["backupCodesLeft"] == 10
    assert profile["secondFactor"]["enrolledAt"] >= profile["createdAt"]
    assert profile["workspaces"] == [
        {"organization": panel.organization, "role": "owner", "suspended": False}
    ]


def test_a_suspended_workspace_is_shown_as_such_also_to_its_own_token(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    suspend(application, panel.organization["slug"])
    panel.get("/v1/domains", status=403)
    assert account(app, panel.access_token)["workspaces"][0]["suspended"] is True
    assert sessions(app, panel.access_token)


def test_the_account_accepts_its_own_credentials_only(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    for token in (make_key(panel), panel.refresh_token, "x", panel.access_token + "x"):
        assert account(app, token, 401)["code"] == "unauthenticated"
    assert app.get("/v1/account", status=401).json["code"] == "unauthenticated"
    for path in ("password", "backup-codes", "delete"):
        refused = app.post_json(f"/v1/account/{path}", {}, headers=bearer("x"), status=401)
        assert refused.json["code"] == "unauthenticated"


def test_a_name_is_changed_and_trimmed(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    headers = bearer(person.account_token)
    changed = app.patch_json("/v1/account", {"name": "  Ada King "}, headers=headers, status=200)
    assert changed.json["name"] == "Ada King"
    assert account(app, person.account_token) == changed.json
    assert events_of(application, person.user_id)[-1] == ("account.renamed", "success")


def test_the_log_has_each_change_of_the_name_or_the_language(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    headers = bearer(person.account_token)
    before = len(events_of(application, person.user_id))
    both = {"name": "Ada King", "locale": "de"}
    app.patch_json("/v1/account", {"locale": "de"}, headers=headers, status=200)
    app.patch_json("/v1/account", both, headers=headers, status=200)
    app.patch_json("/v1/account", both, headers=headers, status=200)
    assert events_of(application, person.user_id)[before:] == [
        ("account.language_changed", "success"),
        ("account.renamed", "success"),
    ]


@pytest.mark.parametrize(
    "body", [{}, {"name": " A "}, {"name": None}, {"email": "a@b.example"}, {"locale": "x"}]
)
def test_invalid_names_are_refused(
    app: TestApp, application: Application, body: dict[str, Any]
) -> None:
    person = make_person(app, application.now())
    app.patch_json("/v1/account", body, headers=bearer(person.account_token), status=400)


def test_a_language_without_texts_is_refused_and_those_with_texts_are_listed(
    app: TestApp, application: Application
) -> None:
    headers = bearer(make_person(app, application.now()).account_token)
    for tag in ("tlh", "de-AT", "EN"):
        refused = app.patch_json("/v1/account", {"locale": tag}, headers=headers, status=400)
        message = f"must be one of {', '.join(LOCALES)}"
        assert refused.json["errors"] == [{"pointer": "#/locale", "message": message}]
    for tag in LOCALES:
        accepted = app.patch_json("/v1/account", {"locale": tag}, headers=headers, status=200)
        assert accepted.json["locale"] == tag


def test_sessions_are_listed_with_the_one_that_asks(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    newest = sign_in(app, panel.person, clock, **{"User-Agent": LINUX})
    listed = sessions(app, newest)
    assert [session["organization"] for session in listed] == [None, panel.organization, None]
    assert [session["current"] for session in listed] == [True, False, False]
    assert listed[0]["userAgent"] == "Firefox 140 on Linux"
    assert [session["current"] for session in sessions(app, panel.access_token)] == [
        False,
        True,
        False,
    ]
    assert len({session["id"] for session in listed}) == 3
    assert all(
        session["createdAt"] <= session["lastUsedAt"] < session["expiresAt"] for session in listed
    )


def test_sessions_that_are_over_are_not_listed(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    clock.move(minutes=61)
    token = sign_in(app, panel.person, clock)
    # The first account session has expired.
    assert [session["organization"] for session in sessions(app, token)] == [
        None,
        panel.organization,
    ]
    clock.move(days=15)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=200)
    clock.move(days=29)
    token = sign_in(app, panel.person, clock)
    assert len(sessions(app, token)) == 2
    clock.move(days=1)
    token = sign_in(app, panel.person, clock)
    # Nobody can refresh it any more.
    assert [session["organization"] for session in sessions(app, token)] == [None]


def test_a_session_of_a_workspace_that_one_has_left_is_not_listed(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    with application.database.transaction() as session:
        workspace = select(Workspace.id).where(Workspace.slug == panel.organization["slug"])
        membership = session.scalars(
            select(Membership).where(Membership.workspace_id.in_(workspace))
        ).one()
        session.delete(membership)
    assert [one["current"] for one in sessions(app, panel.person.account_token)] == [True]


def test_ending_a_session_ends_its_tokens_at_once(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    token = panel.person.account_token
    (ended,) = [session["id"] for session in sessions(app, token) if session["organization"]]
    path = f"/v1/account/sessions/{ended}"
    app.delete(path, headers=bearer(token), status=204)
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    assert app.delete(path, headers=bearer(token), status=404).json["code"] == "not_found"
    assert events_of(application, panel.person.user_id)[-1] == ("session.ended", "success")
    # One's own: the token that asked is over too.
    (own,) = [session["id"] for session in sessions(app, token)]
    app.delete(f"/v1/account/sessions/{own}", headers=bearer(token), status=204)
    account(app, token, 401)


def test_nobody_ends_the_session_of_another(app: TestApp, application: Application) -> None:
    person, other_person = make_person(app, application.now()), make_person(app, application.now())
    (session,) = sessions(app, other_person.account_token)
    for session_id in (session["id"], "0197f0a0-0000-7000-8000-000000000008"):
        path = f"/v1/account/sessions/{session_id}"
        app.delete(path, headers=bearer(person.account_token), status=404)
    app.delete("/v1/account/sessions/x", headers=bearer(person.account_token), status=400)
    assert sessions(app, other_person.account_token) == [session]


def test_an_expired_account_token_shows_nothing(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock.freeze())
    clock.move(seconds=timedelta(minutes=60).total_seconds())
    assert account(app, person.account_token, 401)["code"] == "unauthenticated"


def test_the_password_of_the_factories_is_no_common_one(application: Application) -> None:
    assert PASSWORD not in application.common_passwords


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_an_account_that_is_deleted_meanwhile_is_not_renamed(
    harness: Harness, application: Application
) -> None:
    client = harness.client()
    person = make_person(client, application.now())
    user_id, headers = UUID(person.user_id), bearer(person.account_token)
    call_within(
        application,
        lambda session: lock_user(session, user_id),
        lambda: client.patch_json("/v1/account", {"name": "Eve"}, headers=headers, status=401),
        lambda session: delete_user(session, user_id),
    ).result()
