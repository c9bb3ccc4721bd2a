from __future__ import annotations

import base64
import io
from collections import Counter
from datetime import timedelta
from uuid import UUID

import pytest
import zxingcpp
from PIL import Image
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.security import totp
from consent_app.security.passwords import ANYONE, Caller, Passwords
from consent_app.sessions.models import Purpose
from consent_app.sessions.token_queries import delete_tokens, get_token, lock_tokens
from consent_app.sign_in import second_factor
from consent_app.workspaces.models import Membership, Workspace
from tests.support.factories import PASSWORD, make_panel, make_person, register
from tests.support.harness import Harness, MovableClock
from tests.support.sign_in_steps import challenge_of, verify
from tests.support.suspensions import resume, suspend
from tests.support.waiting import call_within


def test_setup_gives_the_same_secret_again_and_a_qr_code(app: TestApp) -> None:
    email, challenge = register(app)
    first = app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=200).json
    repeated = app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=200).json
    assert first == repeated
    assert len(first["secret"]) == 32
    assert first["secret"] in first["otpauthUrl"]
    assert first["otpauthUrl"].startswith("otpauth://totp/")
    assert email.replace("@", "%40") in first["otpauthUrl"]
    kind, _, image = first["qrCodeDataUrl"].partition(",")
    assert kind == "data:image/png;base64"
    [code] = zxingcpp.read_barcodes(Image.open(io.BytesIO(base64.b64decode(image))))
    assert code.text == first["otpauthUrl"]


def test_enrolment_gives_an_account_session_and_ten_backup_codes(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    assert len(set(person.backup_codes)) == 10
    assert all(len(code) == 10 for code in person.backup_codes)


def test_an_enrolled_account_is_not_set_up_again(app: TestApp, application: Application) -> None:
    email, first = register(app)
    body = {"email": email, "password": PASSWORD}
    second = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    token = {"challengeToken": first}
    secret = app.post_json("/v1/auth/2fa/setup", token, status=200).json["secret"]
    code = totp.code_at(secret, application.now())
    app.post_json("/v1/auth/2fa/setup/confirm", {**token, "code": code}, status=200)
    refused = app.post_json("/v1/auth/2fa/setup", {"challengeToken": second}, status=401)
    assert refused.json["code"] == "invalid_challenge"
    # The code that enrolled it is used up.
    third = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    assert verify(app, third, code, 401)["code"] == "invalid_code"


def test_a_set_up_that_was_guessed_at_too_often_has_ended(
    app: TestApp, application: Application
) -> None:
    _, challenge = register(app)
    token = {"challengeToken": challenge}
    secret = app.post_json("/v1/auth/2fa/setup", token, status=200).json["secret"]
    right = totp.code_at(secret, application.now())
    wrong = {**token, "code": "000000" if right != "000000" else "111111"}
    for _ in range(5):
        app.post_json("/v1/auth/2fa/setup/confirm", wrong, status=401)
    refused = app.post_json("/v1/auth/2fa/setup", token, status=401)
    assert refused.json["code"] == "invalid_challenge"


def test_a_code_before_the_secret_was_asked_for_is_refused(app: TestApp) -> None:
    _, challenge = register(app)
    body = {"challengeToken": challenge, "code": "123456"}
    response = app.post_json("/v1/auth/2fa/setup/confirm", body, status=401)
    assert response.json["code"] == "invalid_code"


def test_verify_answers_what_the_sign_in_asked_for(app: TestApp, clock: MovableClock) -> None:
    panel = make_panel(app, clock())
    person, slug = panel.person, panel.organization["slug"]
    clock.move(minutes=1)
    account = verify(app, challenge_of(app, person), person.code(clock()))
    assert set(account) == {"accountToken", "user"}
    clock.move(minutes=1)
    full = verify(app, challenge_of(app, person, slug), person.code(clock()))
    assert set(full) == {"accessToken", "refreshToken", "user", "organization"}
    assert full["organization"] == panel.organization
    assert full["user"] == {"id": person.user_id, "email": person.email}


def test_a_code_is_never_taken_twice(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    # The very code that enrolled.
    refused = verify(app, challenge_of(app, person), person.code(clock()), 401)
    assert refused["code"] == "invalid_code"
    clock.move(minutes=2)
    now = clock()
    step = timedelta(seconds=totp.STEP_SECONDS)
    verify(app, challenge_of(app, person), person.code(now + step))
    for earlier in (now + step, now, now - step):
        refused = verify(app, challenge_of(app, person), person.code(earlier), 401)
        assert refused["code"] == "invalid_code"


def test_drift_of_one_step_either_way_is_allowed_and_two_are_not(
    app: TestApp, clock: MovableClock
) -> None:
    step = timedelta(seconds=totp.STEP_SECONDS)
    for steps, status in ((-2, 401), (2, 401), (-1, 200), (1, 200)):
        person = make_person(app, clock())
        clock.move(minutes=5)
        verify(app, challenge_of(app, person), person.code(clock() + steps * step), status)


def test_a_backup_code_works_once_without_regard_to_case(
    app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    code = person.backup_codes[3]
    verify(app, challenge_of(app, person), code.lower())
    refused = verify(app, challenge_of(app, person), code, 401)
    assert refused["code"] == "invalid_code"
    verify(app, challenge_of(app, person), person.backup_codes[4])


def test_an_enrolled_account_is_not_enrolled_again(app: TestApp, application: Application) -> None:
    email, first = register(app)
    body = {"email": email, "password": PASSWORD}
    second = app.post_json("/v1/auth/account-login", body, status=200).json["challengeToken"]
    secrets = {}
    for challenge in (first, second):
        response = app.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=200)
        secrets[challenge] = response.json["secret"]
    assert secrets[first] != secrets[second]
    for challenge, status in ((first, 200), (second, 401)):
        code = totp.code_at(secrets[challenge], application.now())
        app.post_json(
            "/v1/auth/2fa/setup/confirm",
            {"challengeToken": challenge, "code": code},
            status=status,
        )


def test_a_backup_code_from_a_known_network_has_its_turn_first(
    harness: Harness, app: TestApp, application: Application, clock: MovableClock
) -> None:
    person, callers = make_person(app, clock()), []
    former_passwords = application.passwords

    class Noting(Passwords):
        def code_hash(self, code: str, salt: bytes, caller: Caller = ANYONE) -> bytes:
            callers.append(caller.is_known)
            return super().code_hash(code, salt, caller)

    application.passwords = Noting(former_passwords.cost)
    try:
        for client, code in zip((app, harness.client()), person.backup_codes, strict=False):
            verify(client, challenge_of(client, person), code)
    finally:
        application.passwords = former_passwords
    assert callers == [True, False]


@pytest.mark.usefixtures("production_limits")
def test_too_many_wrong_codes_of_an_account_are_refused_across_challenges(
    app: TestApp, clock: MovableClock, application: Application
) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    allowed = 10
    for _ in range(allowed // 5):
        challenge = challenge_of(app, person)
        for _ in range(5):
            verify(app, challenge, "000000", 401)
    challenge = challenge_of(app, person)
    response = app.post_json(
        "/v1/auth/2fa/verify",
        {"challengeToken": challenge, "code": person.code(clock())},
        status=429,
    )
    assert response.json["code"] == "rate_limited"
    assert int(response.headers["Retry-After"]) > 0
    clock.move(minutes=5)
    verify(app, challenge_of(app, person), person.code(clock()))


@pytest.mark.usefixtures("production_limits")
def test_a_correct_code_is_not_counted_as_a_failure(app: TestApp, clock: MovableClock) -> None:
    person = make_person(app, clock())
    clock.move(minutes=1)
    verify(app, challenge_of(app, person), person.code(clock()))
    for _ in range(2):
        challenge = challenge_of(app, person)
        for _ in range(5):
            verify(app, challenge, "000000", 401)


def test_suspension_and_a_lost_membership_are_looked_up_at_the_last_step(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    slug = panel.organization["slug"]
    clock.move(minutes=1)
    challenge = challenge_of(app, panel.person, slug)
    suspend(application, slug)
    refused = verify(app, challenge, panel.person.code(clock()), 403)
    assert refused["code"] == "workspace_suspended"
    resume(application, slug)
    # What was refused was rolled back: the code and the challenge still hold.
    with application.database.transaction() as session:
        membership = session.query(Membership).join(
            Workspace, Workspace.id == Membership.workspace_id
        )
        session.delete(membership.where(Workspace.slug == slug).one())
    refused = verify(app, challenge, panel.person.code(clock()), 401)
    assert refused["code"] == "invalid_challenge"


@pytest.mark.usefixtures("production_limits")
def test_a_correct_code_for_a_suspended_workspace_is_not_counted_as_a_failure(
    app: TestApp, application: Application, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    slug = panel.organization["slug"]
    clock.move(minutes=1)
    challenges = [challenge_of(app, panel.person, slug) for _ in range(3)]
    suspend(application, slug)
    for challenge in challenges:
        for _ in range(5):
            verify(app, challenge, panel.person.code(clock()), 403)


@pytest.mark.usefixtures("production_limits")
def test_a_qr_code_is_drawn_once_and_the_set_up_is_limited(app: TestApp, harness: Harness) -> None:
    """Drawing the QR code is expensive, so it cannot be repeated without limit."""
    _, challenge = register(app)
    body = {"challengeToken": challenge}
    drawn = second_factor._qr_code.cache_info().misses
    statuses: Counter[int] = Counter()
    images = set()
    clients = [harness.client() for _ in range(4)]
    for number in range(21):
        # From several networks: the challenge has its own limit.
        client = clients[number % 4]
        response = client.post_json("/v1/auth/2fa/setup", body, expect_errors=True)
        statuses[response.status_int] += 1
        images.add(response.json.get("qrCodeDataUrl"))
    assert statuses == {200: 20, 429: 1}
    assert len(images - {None}) == 1
    assert second_factor._qr_code.cache_info().misses == drawn + 1


@pytest.mark.usefixtures("production_limits")
def test_set_ups_are_limited_by_network(app: TestApp) -> None:
    statuses = [
        app.post_json(
            "/v1/auth/2fa/setup", {"challengeToken": f"junk{number}"}, expect_errors=True
        ).status_int
        for number in range(61)
    ]
    assert statuses == [401] * 60 + [429]


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_no_secret_is_shown_for_a_challenge_that_is_deleted_meanwhile(
    harness: Harness, application: Application
) -> None:
    client = harness.client()
    _, challenge = register(client)

    def owner_of(session: Session) -> UUID:
        token = get_token(session, Purpose.SETUP, challenge)
        assert token is not None
        return token.user_id

    refused = call_within(
        application,
        lambda session: lock_tokens(session, owner_of(session)),
        lambda: client.post_json("/v1/auth/2fa/setup", {"challengeToken": challenge}, status=401),
        lambda session: delete_tokens(session, owner_of(session)),
    ).result()
    assert refused.json["code"] == "invalid_challenge"
