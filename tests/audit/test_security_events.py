"""The security events of the caller's own account."""

from __future__ import annotations

from typing import Any

from webtest import TestApp

from consent_app.application import Application
from tests.support.factories import Person, bearer, make_person


def events(app: TestApp, person: Person, **query: Any) -> list[tuple[str, str]]:
    headers = bearer(person.account_token)
    listed = app.get("/v1/account/security-events", query, headers=headers, status=200).json
    return [(event["event"], event["outcome"]) for event in listed]


def test_a_person_sees_the_history_of_their_account(app: TestApp, application: Application) -> None:
    person, other_person = make_person(app, application.now()), make_person(app, application.now())
    wrong = {"email": person.email, "password": "wrong"}
    app.post_json("/v1/auth/account-login", wrong, status=401)
    listed = events(app, person)
    assert listed[0] == ("sign_in.password", "refused")
    assert ("account.registered", "success") in listed
    assert ("second_factor.enrolled", "success") in listed
    assert ("sign_in.password", "refused") not in events(app, other_person)


def test_the_history_is_paged(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    wrong = {"email": person.email, "password": "wrong"}
    for _ in range(5):
        app.post_json("/v1/auth/account-login", wrong, status=401)
    headers = bearer(person.account_token)
    path, ids = "/v1/account/security-events?limit=3", []
    while path:
        response = app.get(path, headers=headers, status=200)
        assert len(response.json) <= 3
        ids += [event["id"] for event in response.json]
        link = response.headers.get("Link", "")
        path = link.partition(">")[0].removeprefix("<http://localhost:6543")
    whole = app.get("/v1/account/security-events", headers=headers, status=200).json
    assert ids == [event["id"] for event in whole]
    assert len(ids) >= 7
