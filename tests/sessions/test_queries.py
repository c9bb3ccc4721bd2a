"""The devices and networks that a person is known at, and the sessions that they no longer use."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from sqlalchemy import update
from webtest import TestApp

from consent_app.application import Application
from consent_app.db.ids import new_id
from consent_app.sessions import queries
from consent_app.sessions.models import UserSession
from tests.support.factories import make_person, unique

DAY = timedelta(days=1)


def test_known_devices_and_networks_are_one_persons_and_forgotten_when_old(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    people = [make_person(app, now) for _ in range(2)]
    user_id, other_id = (UUID(person.user_id) for person in people)
    networks = (unique("old"), unique("new"))
    with application.database.transaction() as session:

        def known(user_id: UUID, network: str) -> bool:
            return queries.is_known_network(session, user_id, (network,), now - DAY)

        def known_of(email: str, network: str) -> bool:
            return queries.is_known_network_of_email(session, email, (network,), now - DAY)

        for network, seen_at in zip(networks, (now - 2 * DAY, now), strict=True):
            queries.add_known_network(session, user_id, network, seen_at)
        emails = [person.email.casefold() for person in people]
        assert [known(user_id, network) for network in networks] == [False, True]
        assert [known_of(emails[0], network) for network in networks] == [False, True]
        assert not known(other_id, networks[1])
        assert not known_of(emails[1], networks[1])
        queries.add_known_device(session, user_id, "Another (Linux)", now)
        devices = queries.get_known_devices(session, user_id)
        queries.delete_unseen_clients(session, now - 365 * DAY, now - DAY)
        assert queries.get_known_devices(session, user_id) == devices
        assert known(user_id, networks[1])
        queries.delete_known_clients(session, other_id)
        assert queries.get_known_devices(session, other_id) == set()
        assert queries.get_known_devices(session, user_id) == devices
        assert known(user_id, networks[1])


def test_a_session_of_unknown_use_is_ended_before_the_others(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    user_id = UUID(make_person(app, now).user_id)
    with application.database.transaction() as session:
        session.execute(
            update(UserSession).where(UserSession.user_id == user_id).values(revoked_at=now)
        )
        used = [now - 3 * DAY, None, now - 2 * DAY]
        ids = [new_id(now + timedelta(milliseconds=number)) for number in range(len(used))]
        session.add_all(
            UserSession(
                id=id_, user_id=user_id, created_at=now, last_used_at=at, expires_at=now + DAY
            )
            for id_, at in zip(ids, used, strict=True)
        )
        session.flush()
        queries.end_surplus_sessions(session, user_id, 2, now)
        live = queries.get_live_sessions(session, user_id, now)
        assert {row.id for row in live} == {ids[0], ids[2]}
