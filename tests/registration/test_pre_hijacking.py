"""Somebody registers another's address, and its owner presses a link that they did not ask for."""

from __future__ import annotations

import re
from uuid import UUID

import pytest
from sqlalchemy import select, update
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.accounts.models import User
from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.registration.mails import VERIFY_REGISTRATION
from consent_app.sessions.models import Purpose
from consent_app.sessions.queries import lock_session
from consent_app.sessions.token_queries import consume_token, get_token
from tests.support.account_mails import (
    disown_token_in,
    last_token,
    mails_to,
    reset_token,
    text_of,
)
from tests.support.audit import details_by
from tests.support.factories import (
    PASSWORD,
    Panel,
    bearer,
    enrol,
    make_key,
    make_panel,
    make_person,
    register,
    unique,
)
from tests.support.harness import Harness, MovableClock
from tests.support.mail_links import verify_by_mail
from tests.support.members import inviting, join
from tests.support.waiting import call_within

MINE = "a password of the owner's"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


def reset(harness: Harness, app: TestApp, email: str) -> None:
    body = {"token": reset_token(harness, app, email), "password": MINE}
    app.post_json("/v1/auth/password-reset/confirm", body, status=204)


def disown_token(harness: Harness, email: str) -> str:
    return disown_token_in(mails_to(harness, email)[0])


def disown(app: TestApp, token: str, status: int = 204) -> None:
    app.post_json("/v1/auth/email/disown", {"token": token}, status=status)


def challenge(app: TestApp, email: str, password: str = MINE) -> dict[str, object]:
    body = {"email": email, "password": password}
    answer: dict[str, object] = app.post_json("/v1/auth/account-login", body, status=200).json
    return answer


def test_nothing_of_a_first_comer_survives_a_reset_after_the_owner_verified(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    member = join(harness, panel)
    with harness.application.database.transaction() as session:
        # Joining needed a verified inviter; the account begins without a verification here.
        session.execute(
            update(User).where(User.email == panel.person.email).values(verified_at=None)
        )
    email, key, others = panel.person.email, make_key(panel), make_key(member_admin(panel, member))
    open_challenge = challenge(app, email, PASSWORD)["challengeToken"]
    # Inviting the member took a verified address, which is not what this is about.
    with harness.application.database.transaction() as session:
        session.execute(update(User).where(User.email == email).values(verified_at=None))
    verify_by_mail(harness, app, email)
    clock.move(days=29)
    reset(harness, app, email)
    resets = details_by(harness.application, "password.reset", panel.person.user_id)
    assert resets == [{"emptied": "true"}]
    panel.get("/v1/domains", status=401)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    # Another member's key is theirs.
    app.get("/v1/api/domains", headers=bearer(others), status=200)
    app.post_json("/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=401)
    code = {"challengeToken": open_challenge, "code": panel.person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", code, status=401)
    answer = challenge(app, email)
    assert "twoFactorSetupRequired" in answer
    owner = enrol(app, email, str(answer["challengeToken"]), clock())
    account = app.get("/v1/account", headers=bearer(owner.account_token)).json
    assert [workspace["organization"] for workspace in account["workspaces"]] == [
        panel.organization
    ]
    subjects = " ".join(str(mail["Subject"]) for mail in mails_to(harness, email))
    assert "removed" in subjects
    # Once: the second reset leaves the owner's own factor.
    reset(harness, app, email)
    assert "twoFactorRequired" in challenge(app, email)


def member_admin(owner: Panel, member: Panel) -> Panel:
    """Make the member an admin, who may make keys."""
    listed = owner.get("/v1/members").json
    [result] = [item["id"] for item in listed if item["userId"] == member.person.user_id]
    owner.patch(f"/v1/members/{result}", {"role": "admin"}, status=200)
    return member


@pytest.mark.parametrize("kind", ["account", "panel"])
def test_a_verification_with_the_accounts_own_token_settles_it(
    harness: Harness, app: TestApp, application: Application, kind: str
) -> None:
    panel = make_panel(app, application.now())
    email = panel.person.email
    proof = panel.person.account_token if kind == "account" else panel.access_token
    verify_by_mail(harness, app, email, proof)
    proved = details_by(application, "account.address_confirmed", panel.person.user_id)
    assert proved == [{"proved": "true"}]
    reset(harness, app, email)
    assert "twoFactorRequired" in challenge(app, email)
    disown(app, disown_token(harness, email), 400)


def test_a_later_link_with_the_token_settles_it_too(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    app.post_json("/v1/auth/email/resend", {"email": person.email}, status=204)
    first, second = (
        re.search(r"/confirm#token=(\S+)", text_of(mail))
        for mail in mails_to(harness, person.email)
    )
    assert first is not None
    assert second is not None
    app.post_json("/v1/auth/email/verify", {"token": first[1]}, status=200)
    headers = bearer(person.account_token)
    app.post_json("/v1/auth/email/verify", {"token": second[1]}, headers=headers, status=200)
    reset(harness, app, person.email)
    assert "twoFactorRequired" in challenge(app, person.email)


@pytest.mark.parametrize("proof", ["another's", "nonsense"])
def test_a_strange_token_proves_nothing_and_answers_the_same(
    harness: Harness, app: TestApp, application: Application, proof: str
) -> None:
    person, other_person = make_person(app, application.now()), make_person(app, application.now())
    verify_by_mail(
        harness,
        app,
        person.email,
        other_person.account_token if proof == "another's" else "nonsense",
    )
    assert details_by(application, "account.address_confirmed", person.user_id) == [{}]
    reset(harness, app, person.email)
    assert "twoFactorSetupRequired" in challenge(app, person.email)


def test_after_thirty_days_a_reset_leaves_the_second_factor(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    verify_by_mail(harness, app, person.email)
    clock.move(days=30, seconds=1)
    reset(harness, app, person.email)
    assert "twoFactorRequired" in challenge(app, person.email)


def test_the_mail_says_when_and_from_where(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    instant = clock.freeze()
    email = f"{unique('mary')}@example.com"
    body = {"email": email, "password": PASSWORD}
    agent = {"User-Agent": FIREFOX}
    environ = {"REMOTE_ADDR": "203.0.113.77"}
    app.post_json("/v1/auth/register", body, headers=agent, extra_environ=environ, status=201)
    text = " ".join(text_of(mails_to(harness, email)[0]).split())
    assert f"{instant:%Y-%m-%d %H:%M} UTC" in text
    assert "Firefox 140 on Linux" in text
    assert "203.0.*.*" in text
    assert "203.0.113" not in text
    for token in (last_token(harness, email, "confirm"), disown_token(harness, email)):
        registration = app.post_json(
            "/v1/auth/email/registration", {"token": token}, status=200
        ).json
        assert registration["email"] == email
        assert registration["userAgent"] == "Firefox 140 on Linux"
        assert registration["network"] == "203.0.*.*"
    refused = app.post_json("/v1/auth/email/registration", {"token": "unknown"}, status=400)
    assert refused.json["code"] == "invalid_link"


@pytest.mark.parametrize(
    ("language", "device"),
    [("en", "with a program without a name"), ("de", "mit einem Programm ohne Namen")],
)
def test_the_mail_names_no_device_that_gave_no_name(
    harness: Harness, app: TestApp, language: str, device: str
) -> None:
    email = f"{unique('mary')}@example.com"
    body = {"email": email, "password": PASSWORD}
    headers = {"User-Agent": "", "Accept-Language": language}
    app.post_json("/v1/auth/register", body, headers=headers, status=201)
    assert device in " ".join(text_of(mails_to(harness, email)[0]).split())


def test_a_registration_mails_no_message_to_the_owner_of_an_address(
    harness: Harness, app: TestApp
) -> None:
    """Apps name themselves in their user agent, and the email names the device."""
    email = f"{unique('mary')}@example.com"
    message = "Your account is locked. Unlock it within a day at https://evil.example/in"
    agent = {"User-Agent": f"{message}/1 CFNetwork/893.14.2 Darwin/17.3.0"}
    body = {"email": email, "password": PASSWORD}
    app.post_json("/v1/auth/register", body, headers=agent, status=201)
    text = " ".join(text_of(mails_to(harness, email)[0]).split())
    assert "with Your account is locked 1 on iOS, from" in text
    assert "evil" not in text
    # What an earlier release stored is no link either.
    params = {"site": "a", "time": "b", "network": "c", "url": "d", "disown_url": "e"}
    _, mail = VERIFY_REGISTRATION.text("en", {**params, "device": message})
    assert "evil.example" not in mail.paragraphs[0]


@pytest.mark.parametrize("proved", [False, True])
def test_joining_with_credentials_in_doubt_is_mailed_to_the_owner(
    harness: Harness, app: TestApp, application: Application, proved: bool
) -> None:
    owner, comer = make_panel(app, application.now()), make_person(app, application.now())
    verify_by_mail(harness, app, comer.email, comer.account_token if proved else None)
    invited = {"email": comer.email, "role": "viewer"}
    inviting(owner, application).post("/v1/invitations", invited, status=201)
    body = {"token": last_token(harness, comer.email, "invited")}
    assert "twoFactorRequired" in app.post_json("/v1/auth/invite/accept", body, status=200).json
    subject = "Check the account that joined a workspace"
    mails = [mail for mail in mails_to(harness, comer.email) if mail["Subject"] == subject]
    assert len(mails) == (0 if proved else 1)
    if mails:
        assert "/forgot" in text_of(mails[0])
    reset(harness, app, comer.email)
    assert ("twoFactorRequired" in challenge(app, comer.email)) is proved
    assert comer.email in {member["email"] for member in owner.get("/v1/members").json}


@pytest.mark.parametrize("verified", [False, True])
def test_the_owner_of_an_address_purges_an_account_they_did_not_make(
    harness: Harness, app: TestApp, clock: MovableClock, verified: bool
) -> None:
    panel = make_panel(app, clock())
    email, key = panel.person.email, make_key(panel)
    token = disown_token(harness, email)
    if verified:
        verify_by_mail(harness, app, email)
    clock.move(days=29)
    disown(app, token)
    disown(app, token, 400)
    app.post_json("/v1/auth/refresh", {"refreshToken": panel.refresh_token}, status=401)
    app.get("/v1/api/domains", headers=bearer(key), status=401)
    app.post_json("/v1/auth/account-login", {"email": email, "password": PASSWORD}, status=401)
    with harness.application.database.session(read_only=True) as session:
        assert session.scalar(select(User.id).where(User.email == email)) is None
    assert "deleted" in str(mails_to(harness, email)[-1]["Subject"])
    register(app, email=email)


def test_the_link_deletes_the_account_for_thirty_days(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    person = make_person(app, clock())
    token = disown_token(harness, person.email)
    clock.move(days=30, seconds=1)
    disown(app, token, 400)


def test_the_verifications_own_link_purges_until_it_is_used(
    harness: Harness, app: TestApp, application: Application
) -> None:
    used, unused = make_person(app, application.now()), make_person(app, application.now())
    token = last_token(harness, used.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": token}, status=200)
    disown(app, token, 400)
    disown(app, last_token(harness, unused.email, "confirm"))
    # A reset's link, or any other credential, purges nothing.
    disown(app, reset_token(harness, app, used.email), 400)


def test_invitations_of_a_first_comer_end_with_their_access(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    email, accomplice = panel.person.email, f"{unique()}@example.com"
    verify_by_mail(harness, app, email)
    panel.post("/v1/invitations", {"email": accomplice, "role": "admin"}, status=201)
    token = last_token(harness, accomplice, "invited")
    reset(harness, app, email)
    app.post_json("/v1/auth/invite", {"token": token}, status=400)
    with harness.application.database.session(read_only=True) as session:
        of_account = AuditEvent.subject_id == UUID(panel.person.user_id)
        events = list(session.scalars(select(AuditEvent.event).where(of_account)))
    assert "account.emptied" in events


@pytest.mark.parametrize("dialect", ["postgresql"], indirect=True)
def test_a_claim_waits_for_the_first_comers_refresh(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel, now = make_panel(app, application.now()), application.now()
    body = {"token": reset_token(harness, app, panel.person.email), "password": MINE}

    def begin(session: Session) -> None:
        token = get_token(session, Purpose.REFRESH, panel.refresh_token)
        assert token is not None
        assert token.session_id is not None
        lock_session(session, token.session_id)

    def finish(session: Session) -> None:
        token = get_token(session, Purpose.REFRESH, panel.refresh_token)
        assert token is not None
        assert consume_token(session, token.id, now)

    client = harness.client()
    call_within(
        application,
        begin,
        lambda: client.post_json("/v1/auth/password-reset/confirm", body, status=204),
        finish,
    ).result()
    panel.get("/v1/workspace", status=401)
