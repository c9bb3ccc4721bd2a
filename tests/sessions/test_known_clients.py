"""The language of a person's emails, and the email about a device that was not seen before."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import func, select
from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions.jobs import purge
from consent_app.sessions.models import KnownNetwork
from tests.support.account_mails import mails_to, text_of
from tests.support.factories import Person, bearer, make_panel, make_person, register, unique
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, verify_address

GERMAN = {"Accept-Language": "de-CH, de;q=0.9, en;q=0.5"}
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:{0}.0) Gecko/20100101 Firefox/{0}.0"
SAFARI = (
    "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15"
    " (KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1"
)


def test_registering_takes_the_browsers_language(harness: Harness, app: TestApp) -> None:
    email = f"{unique()}@example.com"
    body = {"email": email, "password": "correct horse battery"}
    app.post_json("/v1/auth/register", body, headers=GERMAN, status=201)
    (mail,) = mails_to(harness, email)
    assert mail["Content-Language"] == "de"
    assert "bestätigen" in str(mail["Subject"])
    other_address, _ = register(app)
    (mail,) = mails_to(harness, other_address)
    assert mail["Content-Language"] == "en"


def test_an_invited_person_takes_their_own(
    harness: Harness, app: TestApp, application: Application
) -> None:
    from tests.support.account_mails import last_token

    panel, email = make_panel(app, application.now()), f"{unique()}@example.com"
    inviting(panel).post("/v1/invitations", {"email": email, "role": "viewer"}, status=201)
    assert mails_to(harness, email)[-1]["Content-Language"] == "en"
    token = last_token(harness, email, "invited")
    body = {"token": token, "name": "Karl", "password": "correct horse battery"}
    app.post_json("/v1/auth/invite/accept", body, headers=GERMAN, status=200)
    app.post_json("/v1/auth/password-reset/request", {"email": email}, status=204)
    assert mails_to(harness, email)[-1]["Content-Language"] == "de"


def test_the_language_is_changed_like_the_name(
    harness: Harness, app: TestApp, application: Application
) -> None:
    person = make_person(app, application.now())
    headers = bearer(person.account_token)
    changed = app.patch_json("/v1/account", {"locale": "de"}, headers=headers, status=200).json
    assert (changed["locale"], changed["name"]) == ("de", "Ada Lovelace")
    assert app.get("/v1/account", headers=headers).json["locale"] == "de"
    app.post_json("/v1/auth/password-reset/request", {"email": person.email}, status=204)
    assert mails_to(harness, person.email)[-1]["Content-Language"] == "de"
    panel = make_panel(app, application.now())
    inviting(panel).post("/v1/invitations", {"email": person.email, "role": "viewer"}, status=201)
    assert "eingeladen" in str(mails_to(harness, person.email)[-1]["Subject"])


def sign_in(app: TestApp, person: Person, clock: MovableClock, agent: str) -> None:
    clock.move(minutes=1)
    headers = {"User-Agent": agent}
    body: dict[str, Any] = {"email": person.email, "password": person.password}
    challenge = app.post_json("/v1/auth/account-login", body, headers=headers, status=200).json
    answer = {"challengeToken": challenge["challengeToken"], "code": person.code(clock())}
    app.post_json("/v1/auth/2fa/verify", answer, headers=headers, status=200)


def news(harness: Harness, person: Person) -> list[str]:
    results = [
        mail for mail in mails_to(harness, person.email) if "sign-in" in str(mail["Subject"])
    ]
    assert all("UTC" in text_of(mail) for mail in results)
    return [str(mail["Subject"]) for mail in results]


def test_a_new_device_is_announced_once(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = make_panel(app, clock())
    person = panel.person
    # A person who never verified the address may be anybody.
    sign_in(app, person, clock, "")
    sign_in(app, person, clock, FIREFOX.format(139))
    assert news(harness, person) == []
    verify_address(harness, panel)
    for agent in (FIREFOX.format(139), FIREFOX.format(140), ""):
        sign_in(app, person, clock, agent)
    assert news(harness, person) == []
    for _ in range(2):
        sign_in(app, person, clock, SAFARI)
    assert news(harness, person) == ["New sign-in to your account: Mobile Safari (iOS)"]


def test_a_device_is_remembered_for_a_year(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = verify_address(harness, make_panel(app, clock()))
    assert news(harness, panel.person) == []
    for days in (300, 300):
        clock.move(days=days)
        purge(harness.application, {})
        sign_in(app, panel.person, clock, "")
    assert news(harness, panel.person) == []
    sign_in(app, panel.person, clock, FIREFOX.format(150))
    messages = ["New sign-in to your account: Firefox (Linux)"]
    assert news(harness, panel.person) == messages
    clock.move(days=364)
    purge(harness.application, {})
    sign_in(app, panel.person, clock, FIREFOX.format(160))
    assert news(harness, panel.person) == messages
    clock.move(days=2)
    purge(harness.application, {})
    sign_in(app, panel.person, clock, "")
    assert news(harness, panel.person) == [
        *messages,
        "New sign-in to your account: an unnamed program",
    ]


def test_a_sign_in_after_more_than_a_year_is_announced(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    panel = verify_address(harness, make_panel(app, clock()))
    sign_in(app, panel.person, clock, SAFARI)
    before = news(harness, panel.person)
    clock.move(days=400)
    purge(harness.application, {})
    sign_in(app, panel.person, clock, FIREFOX.format(150))
    assert news(harness, panel.person) == [
        *before,
        "New sign-in to your account: Firefox (Linux)",
    ]


def test_a_handoff_makes_no_network_known(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel, elsewhere = make_panel(app, application.now()), harness.client()
    handoff = panel.post("/v1/auth/handoff", {"orgSlug": panel.organization["slug"]}).json
    elsewhere.post_json("/v1/auth/handoff/exchange", {"code": handoff["code"]}, status=200)
    networks = select(func.count()).where(KnownNetwork.user_id == UUID(panel.person.user_id))
    with application.database.session(read_only=True) as session:
        assert session.scalar(networks) == 1
