"""The security events of the caller's own account."""

from __future__ import annotations

from typing import Any

from sqlalchemy import select, text
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import CONCERNS_SECURITY, AuditEvent
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


def test_an_index_has_the_security_events_alone(application: Application) -> None:
    """Otherwise all other events of a person would be read: half a second for 600,000."""
    newest_first = (
        select(AuditEvent)
        .where(AuditEvent.actor_id == application.new_id(), text(f"({CONCERNS_SECURITY})"))
        .order_by(AuditEvent.id.desc())
        .limit(9)
    )
    with application.database.session() as session:
        connection = session.connection()
        explain = "EXPLAIN QUERY PLAN"
        if connection.dialect.name == "postgresql":
            explain = "EXPLAIN"
            # A small table would be read as a whole.
            connection.execute(text("SET LOCAL enable_seqscan = off"))
        sql = newest_first.compile(connection, compile_kwargs={"literal_binds": True})
        plan = connection.exec_driver_sql(f"{explain} {sql}").all()
    assert "ix_audit_events_security" in str(plan)
