"""Anybody who finds a key in public can revoke it by reporting it; the owners are notified."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from sqlalchemy import event
from webtest import TestApp

from consent_app.application import Application
from consent_app.context import Context
from consent_app.registration.admin import disable
from consent_app.security.api_keys import new_api_key
from tests.support.account_mails import mails_to, subjects, text_of
from tests.support.answers import seen_headers
from tests.support.factories import bearer, make_key, make_panel
from tests.support.harness import Harness, MovableClock
from tests.support.members import inviting, join, verify_address

PATH = "/v1/public/leaked-keys"
PLACE = "https://code.example/somebody/something/settings.py"


def report(app: TestApp, *tokens: str, **kw: Any) -> Any:
    body = [
        {"token": token, "type": "consent_api_key", "url": PLACE, "source": "content"}
        for token in tokens
    ]
    return app.post_json(PATH, body, **kw)


def works(app: TestApp, key: str) -> bool:
    response = app.get("/v1/api/domains", headers=bearer(key), status="*")
    assert response.status_int in (200, 401)
    return bool(response.status_int == 200)


def test_a_reported_key_is_revoked_immediately_and_the_owners_are_notified(
    harness: Harness, app: TestApp, clock: MovableClock
) -> None:
    owner = verify_address(harness, make_panel(app, clock()))
    viewer = join(harness, owner)
    first, second, unreported = (make_key(owner, name=f"Key {number}") for number in range(3))
    assert report(harness.client(), first, second, status=204).body == b""
    assert [works(app, key) for key in (first, second, unreported)] == [False, False, True]
    leaked = [mail for mail in mails_to(harness, owner.person.email) if "public" in mail["Subject"]]
    assert len(leaked) == 1
    assert "Key 0, Key 1" in text_of(leaked[0])
    # A stranger says where the key was found, so no mail repeats it.
    assert "code.example" not in text_of(leaked[0])
    assert not any("public" in subject for subject in subjects(harness, viewer.person.email))
    events = owner.get("/v1/audit-events", params={"event": "api_key.leaked"}).json
    assert [item["actorKind"] for item in events] == ["system"] * 2
    assert {"name": "url", "before": None, "after": PLACE} in events[0]["detail"]
    # Said again it is nothing new.
    report(app, first, first, status=204)
    assert len(owner.get("/v1/audit-events", params={"event": "api_key.leaked"}).json) == 2
    assert sum("public" in subject for subject in subjects(harness, owner.person.email)) == 1


def test_the_answer_is_the_same_whatever_was_sent(
    harness: Harness, app: TestApp, application: Application
) -> None:
    panel = make_panel(app, application.now())
    right = make_key(panel)
    unknown, _ = new_api_key(uuid.uuid4())
    same_id, _ = new_api_key(uuid.UUID(hex=right[4:36]))
    responses = {
        (response.status_int, response.body, seen_headers(response))
        for response in (
            report(app, unknown, status=204),
            report(app, same_id, status=204),
            report(app, right[:-1] + "!", status=204),
            report(app, "anything", status=204),
        )
    }
    assert works(app, right)
    response = report(app, right, status=204)
    responses.add((response.status_int, response.body, seen_headers(response)))
    assert len(responses) == 1
    assert not works(app, right)


def test_many_cost_as_few_queries_as_one(app: TestApp, application: Application) -> None:
    panel = inviting(make_panel(app, application.now()))
    keys = [make_key(panel) for _ in range(5)]
    counts = []
    for reported in (["anything"] * 100, keys[:1], keys[1:]):
        statements: list[str] = []

        def note(*options: Any, statements: list[str] = statements) -> None:
            if options[2].startswith(("SELECT", "UPDATE")):
                statements.append(options[2])

        event.listen(application.database.engine, "before_cursor_execute", note)
        report(app, *reported, status=204)
        event.remove(application.database.engine, "before_cursor_execute", note)
        counts.append(len(statements))
    assert counts[0] == 0
    assert counts[1] == counts[2] == 3


@pytest.mark.parametrize(
    "body", [[], {}, [{}], [{"token": ""}], [{"token": "x", "more": 1}], [{"token": "x"}] * 101]
)
def test_invalid_values_are_refused(app: TestApp, body: Any) -> None:
    assert app.post_json(PATH, body, status=400).json["code"] == "validation_failed"


@pytest.mark.usefixtures("production_limits")
def test_reports_are_limited_by_network(app: TestApp) -> None:
    statuses = [report(app, "x", expect_errors=True).status_int for _ in range(61)]
    assert statuses == [204] * 60 + [429]


def test_owners_with_a_verified_address_are_notified_of_a_new_key(
    harness: Harness, app: TestApp, application: Application
) -> None:
    unproved = make_panel(app, application.now())
    make_key(unproved, name="Warehouse")
    assert not any("API key" in subject for subject in subjects(harness, unproved.person.email))
    owner = inviting(make_panel(app, application.now()))
    make_key(owner, name="Warehouse")
    (message,) = [
        mail for mail in mails_to(harness, owner.person.email) if "API key" in mail["Subject"]
    ]
    assert "Warehouse" in text_of(message)
    assert "cmk_" not in text_of(message)


def test_an_owner_whose_account_is_disabled_is_not_notified(
    harness: Harness, application: Application, app: TestApp
) -> None:
    owner = inviting(make_panel(app, application.now()))
    disabled = join(harness, owner, "owner")
    with Context.of_operator(application).transaction() as ctx:
        disable(ctx, disabled.person.email)
    report(app, make_key(owner, name="Warehouse"), status=204)
    about_keys = [
        subject for subject in subjects(harness, owner.person.email) if "API key" in subject
    ]
    assert len(about_keys) == 2
    assert not any("API key" in subject for subject in subjects(harness, disabled.person.email))
