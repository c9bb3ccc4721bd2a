"""Each statement changes the account that it names, and no other."""

from __future__ import annotations

from typing import Any
from uuid import UUID

from sqlalchemy import select
from sqlalchemy.orm import Session

from consent_app.accounts import queries
from consent_app.accounts.identities import add_identity
from consent_app.accounts.models import Identity, User
from consent_app.accounts.service import NewUser, create_user
from consent_app.application import Application
from tests.support.factories import unique

ISSUER = "https://login.example"


def new_user(session: Session, application: Application) -> UUID:
    user = create_user(session, NewUser(f"{unique()}@example.com", "a hash"), application.now())
    add_identity(session, user.id, ISSUER, unique("subject"), application.now())
    return user.id


def state(session: Session, user_id: UUID) -> list[Any]:
    columns = User.password_hash, User.verified_at, User.demo_used_at, Identity.subject
    rows = select(*columns).outerjoin(Identity).where(User.id == user_id)
    return [value for row in session.execute(rows) for value in row]


def test_no_statement_changes_another_account(application: Application) -> None:
    now = application.now()
    with application.database.transaction() as session:
        changed, other = new_user(session, application), new_user(session, application)
        before = state(session, other)
        assert queries.mark_verified(session, changed, now) == now
        assert queries.mark_demo_used(session, changed, now)
        queries.set_password_hash(session, changed, "another")
        queries.delete_identities(session, changed)
        assert state(session, changed) == ["another", now, now, None]
        queries.delete_user(session, changed)
        assert state(session, changed) == []
        assert state(session, other) == before
