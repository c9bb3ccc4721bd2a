"""What a hand-off makes is a child: a stolen access token opens nothing that outlives it."""

from __future__ import annotations

import threading
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions import sessions
from tests.support.factories import PASSWORD, Panel, bearer, make_panel, make_person
from tests.support.harness import MovableClock


def child_of(panel: Panel, token: str | None = None) -> dict[str, Any]:
    """Hand the panel's sign-in off to its own workspace, as a thief of the access token would."""
    app, slug = panel.app, panel.organization["slug"]
    headers = bearer(token or panel.access_token)
    handoff = app.post_json("/v1/auth/handoff", {"orgSlug": slug}, headers=headers, status=200).json
    answer: dict[str, Any] = app.post_json(
        "/v1/auth/handoff/exchange", {"code": handoff["code"]}, status=200
    ).json
    return answer


def account_child_of(app: TestApp, token: str) -> str:
    """Hand a sign-in off to the account."""
    handoff = app.post("/v1/auth/account-handoff", headers=bearer(token), status=200).json
    session = app.post_json("/v1/auth/account-handoff/exchange", {"code": handoff["code"]}).json
    account: str = session["accountToken"]
    return account


def refresh(app: TestApp, token: str, status: int = 200) -> dict[str, Any]:
    answer: dict[str, Any] = app.post_json(
        "/v1/auth/refresh", {"refreshToken": token}, status=status
    ).json
    return answer


def log_out(panel: Panel) -> None:
    panel.app.post_json("/v1/auth/logout", {"refreshToken": panel.refresh_token}, status=204)


def reuse(panel: Panel) -> None:
    refresh(panel.app, panel.refresh_token)
    refresh(panel.app, panel.refresh_token, 401)


def end(panel: Panel) -> None:
    sessions = panel.get("/v1/account/sessions").json
    [own] = [session["id"] for session in sessions if session["current"]]
    panel.delete(f"/v1/account/sessions/{own}", status=204)


def change_password_elsewhere(panel: Panel) -> None:
    app = panel.app
    body = {"currentPassword": PASSWORD, "newPassword": "another horse battery"}
    token = bearer(panel.person.account_token)
    app.post_json("/v1/account/password", body, headers=token, status=204)


@pytest.mark.parametrize("over", [log_out, reuse, end, change_password_elsewhere])
def test_handed_off_sessions_end_with_their_root(
    app: TestApp, application: Application, over: Any
) -> None:
    panel = make_panel(app, application.now())
    child = child_of(panel)
    grandchild = child_of(panel, child["accessToken"])
    account = account_child_of(app, grandchild["accessToken"])
    over(panel)
    for session in (child, grandchild):
        app.get("/v1/domains", headers=bearer(session["accessToken"]), status=401)
        refresh(app, session["refreshToken"], 401)
    app.get("/v1/account", headers=bearer(account), status=401)


def test_the_end_of_a_child_ends_the_sessions_that_it_handed_off_to(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    child = child_of(panel)
    grandchild = child_of(panel, child["accessToken"])
    app.post_json("/v1/auth/logout", {"refreshToken": child["refreshToken"]}, status=204)
    app.get("/v1/domains", headers=bearer(grandchild["accessToken"]), status=401)
    refresh(app, grandchild["refreshToken"], 401)
    panel.get("/v1/domains", status=200)
    assert len(panel.get("/v1/account/sessions").json) == 2  # its own, and the first account's


def test_ninety_days_count_from_the_sign_in(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    token = panel.refresh_token
    for _ in range(4):
        clock.move(days=20)
        pair = refresh(app, token)
        token = pair["refreshToken"]
    child = child_of(panel, pair["accessToken"])
    grandchild = child_of(panel, child["accessToken"])
    clock.move(days=9)
    renewed = [refresh(app, item["refreshToken"]) for item in (child, grandchild)]
    clock.move(days=1, seconds=1)
    for item in renewed:
        refresh(app, item["refreshToken"], 401)


def panel_from_account(app: TestApp, account_token: str) -> dict[str, Any]:
    """Start a demo with an account token, and redeem the hand-off that leads to it."""
    demo = app.post_json("/v1/billing/demo", {}, headers=bearer(account_token), status=201).json
    code = {"code": demo["handoff"]["code"]}
    panel: dict[str, Any] = app.post_json("/v1/auth/handoff/exchange", code, status=200).json
    return panel


def test_a_panel_from_an_account_token_is_refreshed_for_90_days_from_the_password(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=30)
    pair = panel_from_account(app, person.account_token)
    clock.move(minutes=31)
    app.get("/v1/account", headers=bearer(person.account_token), status=401)
    for days in (29, 29, 29, 2):
        pair = refresh(app, pair["refreshToken"])
        app.get("/v1/domains", headers=bearer(pair["accessToken"]), status=200)
        clock.move(days=days)
    pair = refresh(app, pair["refreshToken"])
    clock.move(days=1)
    refresh(app, pair["refreshToken"], 401)
    app.get("/v1/domains", headers=bearer(pair["accessToken"]), status=401)


def test_an_account_session_is_listed_while_its_token_or_a_panel_of_it_lives(
    app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())

    def listed(token: str) -> list[tuple[bool, str]]:
        sessions = app.get("/v1/account/sessions", headers=bearer(token), status=200).json
        assert all(session["expiresAt"] > session["lastUsedAt"] for session in sessions)
        return [(session["organization"] is None, session["expiresAt"]) for session in sessions]

    pair = panel_from_account(app, person.account_token)
    clock.move(minutes=61)
    pair = refresh(app, pair["refreshToken"])
    (is_account, expires_at), (is_root, root_expires_at) = listed(pair["accessToken"])
    assert (is_account, is_root) == (False, True)
    assert root_expires_at == expires_at
    app.post_json("/v1/auth/logout", {"refreshToken": pair["refreshToken"]}, status=204)
    panel = make_panel(app, clock())
    clock.move(minutes=10)
    assert [is_account for is_account, _ in listed(panel.access_token)] == [False, True]
    clock.move(minutes=51)
    renewed = refresh(app, panel.refresh_token)
    assert [is_account for is_account, _ in listed(renewed["accessToken"])] == [False]


def test_a_changed_password_keeps_the_callers_session_and_its_root(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    child, sibling = child_of(panel), child_of(panel)
    body = {"currentPassword": PASSWORD, "newPassword": "another horse battery"}
    headers = bearer(child["accessToken"])
    app.post_json("/v1/account/password", body, headers=headers, status=204)
    app.get("/v1/domains", headers=headers, status=200)
    panel.get("/v1/domains", status=200)
    app.get("/v1/domains", headers=bearer(sibling["accessToken"]), status=401)


def test_redeeming_while_logging_out_leaves_nothing_alive(
    app: TestApp, application: Application
) -> None:
    for _ in range(5):
        panel = make_panel(app, application.now())
        slug = panel.organization["slug"]
        codes = [
            panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=200).json["code"]
            for _ in range(3)
        ]
        responses: list[Any] = []

        def redeem(code: str, responses: list[Any] = responses) -> None:
            body = {"code": code}
            response = app.post_json("/v1/auth/handoff/exchange", body, expect_errors=True)
            responses.append((response.status_int, response.json))

        threads = [threading.Thread(target=redeem, args=(code,)) for code in codes]
        threads.insert(1, threading.Thread(target=log_out, args=(panel,)))
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert len(responses) == len(codes)
        for status, response in responses:
            assert status in (200, 401)
            if status == 200:
                refresh(app, response["refreshToken"], 401)
                app.get("/v1/domains", headers=bearer(response["accessToken"]), status=401)


def test_the_number_of_a_persons_sessions_is_limited(
    app: TestApp, application: Application, clock: MovableClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sessions, "MAX_SESSIONS", 3)
    panel = make_panel(app, application.now())
    opened = []
    for _ in range(3):
        clock.move(minutes=1)
        opened.append(child_of(panel))
    clock.move(minutes=1)
    opened[0] |= refresh(app, opened[0]["refreshToken"])
    newest = [child_of(panel, opened[0]["accessToken"]) for _ in range(2)]
    # The root stays although it was used first, and so does what was refreshed.
    present = [panel.access_token, opened[0]["accessToken"]]
    present += [session["accessToken"] for session in newest]
    for token in present:
        app.get("/v1/domains", headers=bearer(token), status=200)
    for ended in opened[1:]:
        app.get("/v1/domains", headers=bearer(ended["accessToken"]), status=401)
        refresh(app, ended["refreshToken"], 401)
    assert len(panel.get("/v1/account/sessions").json) == len(present)
