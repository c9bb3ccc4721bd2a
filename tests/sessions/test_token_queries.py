"""One-time tokens: one success, their lifetime, and the attempts that a challenge takes."""

from __future__ import annotations

from datetime import timedelta
from uuid import UUID

from webtest import TestApp

from consent_app.application import Application
from consent_app.sessions import token_queries
from consent_app.sessions.models import LIFETIMES, Purpose
from consent_app.sessions.token_queries import TokenScope
from tests.support.factories import make_person


def test_a_token_is_consumed_once_and_only_while_it_is_valid(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    user_id = UUID(make_person(app, now).user_id)
    with application.database.transaction() as session:
        text = token_queries.issue_token(session, Purpose.RESET_PASSWORD, user_id, now)
        token = token_queries.get_live_token(session, Purpose.RESET_PASSWORD, text, now)
        assert token is not None
        late = now + LIFETIMES[Purpose.RESET_PASSWORD]
        assert token_queries.get_live_token(session, Purpose.VERIFY_EMAIL, text, now) is None
        assert token_queries.get_live_token(session, Purpose.RESET_PASSWORD, text, late) is None
        assert not token_queries.consume_token(session, token.id, late)
        assert token_queries.consume_token(session, token.id, now)
        assert not token_queries.consume_token(session, token.id, now)


def test_a_scope_cuts_the_lifetime_and_never_stretches_it(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    user_id = UUID(make_person(app, now).user_id)
    with application.database.transaction() as session:
        for days, expected in ((1, timedelta(days=1)), (400, LIFETIMES[Purpose.REFRESH])):
            scope = TokenScope(not_after=now + timedelta(days=days))
            text = token_queries.issue_token(session, Purpose.REFRESH, user_id, now, scope)
            token = token_queries.get_token(session, Purpose.REFRESH, text)
            assert token is not None
            assert token.expires_at - now == expected


def test_a_challenge_takes_so_many_attempts_and_gets_one_back(
    app: TestApp, application: Application
) -> None:
    now = application.now()
    user_id = UUID(make_person(app, now).user_id)
    with application.database.transaction() as session:
        text = token_queries.issue_token(session, Purpose.VERIFY, user_id, now)
        token = token_queries.get_token(session, Purpose.VERIFY, text)
        assert token is not None
        assert [token_queries.count_attempt(session, token.id, 2) for _ in range(3)] == [
            True,
            True,
            False,
        ]
        token_queries.release_attempt(session, token.id)
        assert token_queries.count_attempt(session, token.id, 2)
