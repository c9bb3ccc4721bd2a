"""INSERT with ON CONFLICT runs on both databases."""

from __future__ import annotations

from sqlalchemy import select

from consent_app.application import Application, utc_now
from consent_app.db.ids import new_id
from consent_app.db.upserts import upsert, upsert_of
from consent_app.jobs.models import Job


def test_an_existing_row_stays_or_changes(application: Application) -> None:
    now, periodic = utc_now(), f"tests.{new_id()}"
    row = {"id": new_id(), "kind": "tests.none", "payload": {}, "periodic": periodic}
    values = {**row, "created_at": now, "run_at": now, "attempts": 0}
    with application.database.transaction() as session:
        first = upsert(session, Job).values(**values)
        session.execute(first.on_conflict_do_nothing(index_elements=[Job.periodic]))
        second = upsert_of(application.database.dialect, Job).values(
            **(values | {"id": new_id(), "attempts": 7})
        )
        session.execute(second.on_conflict_do_nothing(index_elements=[Job.periodic]))
        attempts = select(Job.attempts).where(Job.periodic == periodic)
        assert session.scalars(attempts).all() == [0]
        session.execute(
            second.on_conflict_do_update(
                index_elements=[Job.periodic], set_={"attempts": second.excluded.attempts}
            )
        )
        assert session.scalars(attempts).all() == [7]
        session.rollback()
