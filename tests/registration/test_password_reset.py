from __future__ import annotations

import secrets

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from tests.support.account_mails import last_token, mails_to, reset_token, text_of, token_in
from tests.support.address_changes import as_the_address_changes
from tests.support.answers import seen_headers
from tests.support.audit import events_of
from tests.support.factories import PASSWORD, bearer, make_panel, make_person, register, unique
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import redeem_verification, verify_by_mail

NEW_PASSWORD = "another horse battery"


def reset(app: TestApp, token: str, status: int = 204, password: str = NEW_PASSWORD) -> bytes:
    body = {"token": token, "password": password}
    answer: bytes = app.post_json("/v1/auth/password-reset/confirm", body, status=status).body
    return answer


def test_a_reset_sets_the_password_without_signing_in(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    email = panel.person.email
    verify_by_mail(harness, app, email, proof=panel.access_token)
    token = reset_token(harness, app, email)
    assert reset(app, token) == b""
    done = events_of(harness.application, panel.person.user_id)[-2:]
    assert done == [("password.reset_requested", "success"), ("password.reset", "success")]
    panel.get("/v1/domains", status=401)
    body = {"refreshToken": panel.refresh_token}
    app.post_json("/v1/auth/refresh", body, status=401)
    account = bearer(panel.person.account_token)
    app.post_json("/v1/billing/demo", {}, headers=account, status=401)
    app.post_json("/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=401)
    answer = app.post_json(
        "/v1/auth/account-login", {"email": email, "password": NEW_PASSWORD}, status=200
    ).json
    # The second factor is what it was.
    clock.move(minutes=1)
    code = {"challengeToken": answer["challengeToken"], "code": panel.person.code(clock())}
    assert answer["twoFactorRequired"] is True
    app.post_json("/v1/auth/2fa/verify", code, status=200)
    notice = mails_to(harness, email)[-1]
    assert "changed" in str(notice["Subject"])
    assert NEW_PASSWORD not in text_of(notice)


def test_unknown_used_and_expired_tokens_answer_alike_at_one_cost(
    harness: Harness, app: TestApp, clock: MovableClock, application: Application
) -> None:
    person = make_person(app, clock())
    used = reset_token(harness, app, person.email)
    reset(app, used)
    expired = reset_token(harness, app, person.email)
    clock.move(minutes=30, seconds=1)
    answers, costs = set(), set()
    for token in (used, expired, "unknown", "x" * 512):
        before = application.passwords.evaluations
        answers.add(reset(app, token, 400))
        costs.add(application.passwords.evaluations - before)
    assert len(answers) == 1
    assert costs == {0}


def test_a_reset_spends_the_other_links_and_the_open_challenges(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    verify_by_mail(harness, app, person.email)
    body = {"email": person.email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body).json["challengeToken"]
    tokens = [reset_token(harness, app, person.email) for _ in range(2)]
    reset(app, tokens[0])
    reset(app, tokens[1], 400)
    clock.move(minutes=1)
    code = {"challengeToken": challenge, "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=401)


def test_asking_reveals_nothing(harness: Harness, app: TestApp) -> None:
    registered, _ = register(app)
    answers = set()
    for email in (registered, f"{unique()}@example.com"):
        response = app.post_json("/v1/auth/password-reset/request", {"email": email}, status=204)
        answers.add((response.body, seen_headers(response)))
    assert len(answers) == 1


@pytest.mark.usefixtures("production_limits")
@pytest.mark.parametrize("path", ["email/resend", "password-reset/request"])
@pytest.mark.parametrize("registered", [True, False])
def test_mails_to_one_address_are_limited_in_the_same_way(
    harness: Harness, app: TestApp, path: str, registered: bool
) -> None:
    """From many places: the callers' limit is another one."""
    email = register(app)[0] if registered else f"{unique()}@example.com"
    before = len(mails_to(harness, email))
    for _ in range(6):
        harness.client().post_json(f"/v1/auth/{path}", {"email": email}, status=204)
    mailed = len(mails_to(harness, email)) - before
    assert mailed == (5 if registered else 0)


@pytest.mark.usefixtures("production_limits")
def test_requests_by_others_do_not_block_a_reset(harness: Harness, app: TestApp) -> None:
    """The last link stays valid despite many verifications or resets."""
    person = make_person(app, harness.application.now())
    for path in ("email/resend", "password-reset/request"):
        for _ in range(7):
            body = {"email": person.email}
            harness.client().post_json(f"/v1/auth/{path}", body, status=204)
        if path == "email/resend":
            reset_token(harness, app, person.email)
    reset(app, last_token(harness, person.email, "reset"))


@pytest.mark.usefixtures("production_limits")
@pytest.mark.parametrize("path", ["email/resend", "password-reset/request"])
def test_one_caller_is_limited(app: TestApp, path: str) -> None:
    statuses = [
        app.post_json(
            f"/v1/auth/{path}", {"email": f"{unique()}@example.com"}, expect_errors=True
        ).status_int
        for _ in range(61)
    ]
    assert statuses == [204] * 60 + [429]


@pytest.mark.usefixtures("production_limits")
@pytest.mark.parametrize("path", ["email/resend", "password-reset/request", "register"])
def test_one_site_is_limited_however_many_addresses_it_has(harness: Harness, path: str) -> None:
    # No other test has clients below 3fff::/20 (RFC 9637).
    client, site = harness.client(), f"3fff:db8:{secrets.randbelow(65536):x}"
    for _ in range(599):
        harness.wsgi.registry.api.rate_limits.enforce("mails_of_site", f"{site}::/48")
    statuses = []
    for last in (1, 2):
        client.extra_environ["REMOTE_ADDR"] = f"{site}:{last}::1"
        body = {"email": f"{unique()}@example.com"}
        if path == "register":
            body["password"] = PASSWORD
        response = client.post_json(f"/v1/auth/{path}", body, expect_errors=True)
        statuses.append(response.status_int)
    assert statuses == [201 if path == "register" else 204, 429]


def test_links_go_to_the_public_origin_with_the_token_in_the_fragment(
    harness: Harness, app: TestApp
) -> None:
    email, _ = register(app)
    (mail,) = mails_to(harness, email)
    text = text_of(mail)
    assert "http://localhost:6543/confirm#token=" in text
    assert token_in(mail) not in text.replace(f"#token={token_in(mail)}", "")


def test_nothing_of_a_first_comer_survives_a_reset(
    harness: Harness, app: TestApp, clock: MovableClock, application: Application
) -> None:
    # Someone registers another's address, enrols, makes a workspace and keys, and waits.
    panel = make_panel(app, clock())
    email = panel.person.email
    key = panel.post("/v1/api-keys", {"name": "theirs"}, status=201).json["key"]
    body = {"email": email, "password": PASSWORD}
    challenge = app.post_json("/v1/auth/account-login", body).json["challengeToken"]
    handoff = panel.post("/v1/auth/account-handoff").json["code"]
    verification = last_token(harness, email, "confirm")
    reset(app, reset_token(harness, app, email))
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    app.post_json("/v1/auth/account-login", body, status=401)
    app.post_json("/v1/auth/account-handoff/exchange", {"code": handoff}, status=401)
    redeem_verification(app, verification, 400)
    clock.move(minutes=1)
    code = {"challengeToken": challenge, "code": panel.person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=401)
    credentials = {"email": email, "password": NEW_PASSWORD}
    answer = app.post_json("/v1/auth/account-login", credentials, status=200).json
    assert "twoFactorSetupRequired" in answer
    member = {**credentials, "orgSlug": panel.organization["slug"]}
    app.post_json("/v1/auth/login", member, status=401)
    with application.database.session(read_only=True) as session:
        user = session.scalars(select(User).where(User.email == email)).one()
        assert user.verified_at is not None


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_no_link_goes_to_an_address_that_the_account_has_just_given_up(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    app.post_json("/v1/auth/password-reset/request", {"email": person.email}, status=204)
    as_the_address_changes(
        application, person.user_id, lambda: harness.run_jobs("sign_in.send_reset")
    )
    subjects = [str(mail["Subject"]) for mail in mails_to(harness, person.email)]
    assert not any("reset" in subject.lower() for subject in subjects)
