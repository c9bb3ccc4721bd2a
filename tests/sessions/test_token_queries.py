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


def test_no_statement_changes_the_token_of_another_person(
    app: TestApp, application: Application
) -> None:
    now, purpose = application.now(), Purpose.SETUP
    user_ids = [UUID(make_person(app, now).user_id) for _ in range(2)]
    with application.database.transaction() as session:
        texts = [token_queries.issue_token(session, purpose, id, now) for id in user_ids]
        token, other = (token_queries.get_live_token(session, purpose, text, now) for text in texts)
        assert token is not None
        assert other is not None
        for counted in (token, other):
            assert token_queries.count_attempt(session, counted.id, 5)
        token_queries.release_attempt(session, token.id)
        assert token_queries.set_sealed_once(session, token.id, "a secret") == "a secret"
        # What an application shows stays what its code is compared with.
        assert token_queries.set_sealed_once(session, token.id, "another") == "a secret"
        token_queries.revoke_tokens(session, (purpose,), user_ids[0], now)
        session.expire_all()
        assert (token.attempts, token.spent_at) == (0, now)
        assert (other.attempts, other.spent_at, other.sealed) == (1, None, None)
        assert not token_queries.count_attempt(session, token.id, 5)
        token_queries.delete_tokens(session, user_ids[0])
        assert token_queries.get_token(session, purpose, texts[0]) is None
        assert token_queries.get_token(session, purpose, texts[1]) is not None
