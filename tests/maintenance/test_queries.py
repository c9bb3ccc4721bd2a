"""Values that were encrypted with older keys are found, and replaced once."""

from __future__ import annotations

from uuid import UUID

from sqlalchemy import Column, select
from sqlalchemy.orm import Session
from webtest import TestApp

from consent_app.application import Application
from consent_app.maintenance.queries import get_encrypted, replace_encrypted
from consent_app.sign_in.models import SecondFactor
from tests.support.factories import make_person

SECRET: Column[str] = SecondFactor.__table__.c.secret_sealed


def test_a_concurrently_changed_value_is_not_overwritten(
    application: Application, app: TestApp
) -> None:
    user_id = UUID(make_person(app, application.now()).user_id)

    def stored(session: Session) -> str:
        return session.scalars(select(SECRET).where(SecondFactor.user_id == user_id)).one()

    def older_than(session: Session, newest: str) -> list[UUID]:
        before = UUID(int=user_id.int - 1)
        return [row[0] for row in get_encrypted(session, SECRET, before, newest, 1)]

    with application.database.transaction() as session:
        former = stored(session)
        replace_encrypted(session, SECRET, user_id, ("k0.changed", "k1.mine"))
        assert stored(session) == former
        replace_encrypted(session, SECRET, user_id, (former, "k1.mine"))
        assert stored(session) == "k1.mine"
        # What the newest key encrypted is done.
        assert user_id not in older_than(session, "k1.")
        assert user_id in older_than(session, "k2.")
