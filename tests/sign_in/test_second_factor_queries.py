"""Steps and codes of a second factor: each counts once, and only for its own user."""

from __future__ import annotations

from uuid import UUID, uuid4

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.sign_in import second_factor_queries as queries
from tests.support.factories import make_person


@pytest.fixture
def user_id(app: TestApp, application: Application) -> UUID:
    return UUID(make_person(app, application.now()).user_id)


def test_a_step_counts_once_and_no_earlier_one_after_it(
    application: Application, user_id: UUID
) -> None:
    step = 2**31 - 2
    with application.database.transaction() as session:
        assert queries.consume_step(session, user_id, step)
        assert not queries.consume_step(session, user_id, step)
        assert not queries.consume_step(session, user_id, step - 1)
        assert queries.consume_step(session, user_id, step + 1)
        assert not queries.consume_step(session, uuid4(), step + 1)


def test_a_backup_code_counts_once_and_another_set_replaces_it(
    app: TestApp, application: Application, user_id: UUID
) -> None:
    code, other_code = b"1" * 32, b"2" * 32
    now = application.now()
    other_id = UUID(make_person(app, now).user_id)
    with application.database.transaction() as session:
        queries.replace_backup_codes(session, user_id, b"s" * 16, [code, other_code])
        assert queries.count_backup_codes(session, user_id) == 2
        assert not queries.consume_backup_code(session, uuid4(), code, now)
        assert queries.consume_backup_code(session, user_id, code, now)
        assert not queries.consume_backup_code(session, user_id, code, now)
        assert queries.count_backup_codes(session, user_id) == 1
        queries.replace_backup_codes(session, user_id, b"t" * 16, [code])
        assert queries.get_backup_code(session, user_id, other_code) is None
        assert queries.consume_backup_code(session, user_id, code, now)
        assert queries.count_backup_codes(session, other_id) == 10
