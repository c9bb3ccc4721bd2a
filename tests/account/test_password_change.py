"""Changing the password and replacing backup codes: reauthentication, limits and emails."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from threading import Barrier

import pytest
from webtest import TestApp

from consent_app.application import Application
from tests.account.test_profile import account, sessions, sign_in
from tests.support.account_mails import mails_to, reset_token, subjects
from tests.support.audit import events_of
from tests.support.credential_changes import NEW, change, login, replace, verify
from tests.support.factories import PASSWORD, bearer, make_panel, make_person
from tests.support.harness import Harness, MovableClock


def test_a_changed_password_ends_other_sessions_and_pending_sign_ins(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    person = panel.person
    other_session = sign_in(app, person, clock)
    reset = reset_token(harness, app, person.email)
    challenge = login(app, person, PASSWORD)["challengeToken"]
    slug = panel.organization["slug"]
    handoff = panel.post("/v1/auth/handoff", {"orgSlug": slug}, status=200).json["code"]

    change(app, person.account_token)

    account(app, person.account_token)
    account(app, other_session, 401)
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.post_json("/v1/auth/handoff/exchange", {"code": handoff}, status=401)
    body = {"token": reset, "password": PASSWORD}
    app.post_json("/v1/auth/password-reset/confirm", body, status=400)
    body = {"challengeToken": challenge, "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", body, status=401)
    login(app, person, PASSWORD, 401)
    login(app, person, NEW)
    assert [str(m["Subject"]) for m in mails_to(harness, person.email)][-1].endswith("changed")
    assert ("account.password_changed", "success") in events_of(application, person.user_id)


def test_a_panel_token_changes_the_password_and_keeps_its_session(
    app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    change(app, panel.access_token)
    panel.get("/v1/domains", status=200)
    account(app, panel.person.account_token, 401)


def test_a_wrong_current_password_changes_nothing(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    refused = change(app, person.account_token, 401, current="not the password")
    assert refused.json["code"] == "invalid_credentials"
    assert events_of(application, person.user_id)[-1] == ("account.password_changed", "refused")
    login(app, person, PASSWORD)


@pytest.mark.parametrize("new", ["short12", "x" * 129, "password1", "PassWord1"])
def test_a_new_password_that_does_not_do_is_named(
    app: TestApp, application: Application, new: str
) -> None:
    person = make_person(app, application.now())
    refused = change(app, person.account_token, 400, new=new)
    assert [field_error["pointer"] for field_error in refused.json["errors"]] == ["#/newPassword"]
    assert new not in refused.text


def test_changes_race_a_reset_and_the_reset_wins(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    """A person who knew the former password must not win the race."""
    person = make_person(app, clock())
    token = reset_token(harness, app, person.email)
    start = Barrier(8)

    def run(number: int) -> int:
        client: TestApp = harness.client()
        start.wait()
        if number == 0:
            path, body = "password-reset/confirm", {"token": token, "password": "the owner's own"}
            return int(client.post_json(f"/v1/auth/{path}", body, expect_errors=True).status_int)
        body = {"currentPassword": PASSWORD, "newPassword": f"the thief's own {number}"}
        headers = bearer(person.account_token)
        response = client.post_json(
            "/v1/account/password", body, headers=headers, expect_errors=True
        )
        return int(response.status_int)

    with ThreadPoolExecutor(8) as pool:
        statuses = list(pool.map(run, range(8)))
    assert set(statuses[1:]) <= {204, 401, 503}, statuses
    # One of the thief's at most was right when it was used; a reset after it has no token left.
    assert statuses[1:].count(204) <= 1, statuses
    if statuses[0] == 204:
        # The reset came last, or there was no other request.
        login(app, person, "the owner's own")
        account(app, person.account_token, 401)
    else:
        assert 204 in statuses[1:] or 503 in statuses, statuses


def test_backup_codes_are_replaced_by_an_authenticator_code(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    code = person.code(clock())
    codes = replace(app, person.account_token, code)["backupCodes"]
    assert len(set(codes)) == 10
    assert not set(codes) & set(person.backup_codes)
    verify(app, person, person.backup_codes[0], 401)
    # The code is used up for every purpose.
    verify(app, person, code, 401)
    assert replace(app, person.account_token, code, 401)["code"] == "invalid_code"
    verify(app, person, codes[0])
    assert account(app, person.account_token)["secondFactor"]["backupCodesLeft"] == 9
    sent = subjects(harness, person.email)
    assert "Your backup codes were changed" in sent
    assert ("account.backup_codes_replaced", "success") in events_of(application, person.user_id)
    assert ("account.backup_codes_replaced", "refused") in events_of(application, person.user_id)


def test_backup_codes_are_replaced_by_a_backup_code(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    token = person.account_token
    codes = replace(app, token, person.backup_codes[0].lower())["backupCodes"]
    assert replace(app, token, person.backup_codes[1], 401)["code"] == "invalid_code"
    assert len(replace(app, token, codes[0])["backupCodes"]) == 10


@pytest.mark.parametrize("code", ["000000", "AAAAAAAAAA", "٣٣٣٣٣٣", "1234567", "😀😀😀😀😀😀"])
def test_wrong_codes_replace_nothing(app: TestApp, application: Application, code: str) -> None:
    person = make_person(app, application.now())
    assert replace(app, person.account_token, code, 401)["code"] == "invalid_code"
    assert sessions(app, person.account_token)
    verify(app, person, person.backup_codes[0])
