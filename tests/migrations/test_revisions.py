"""Which revisions a database has had, and which releases' schemas this one can work on."""

from __future__ import annotations

from alembic.script import ScriptDirectory
from sqlalchemy import text

from consent_app.db.engine import create_engine
from consent_app.migrations import migrate
from consent_app.migrations.revisions import can_serve, known_revisions, newest_revisions
from tests.support.databases import Databases


def test_the_revisions_are_those_of_alembic() -> None:
    script = ScriptDirectory.from_config(migrate.alembic_config())
    revisions = {revision.revision: revision.down_revision for revision in script.walk_revisions()}
    assert known_revisions() == revisions
    assert newest_revisions() == set(script.get_heads())


def test_an_empty_database_is_not_current(databases: Databases, dialect: str) -> None:
    engine = create_engine(databases.empty(dialect))
    with engine.connect() as connection:
        assert not can_serve(connection)
    engine.dispose()


def test_a_later_releases_schema_is_served_and_an_older_one_is_not(
    fresh_database_url: str,
) -> None:
    engine = create_engine(fresh_database_url)
    with engine.begin() as connection:
        assert can_serve(connection)
        first = ScriptDirectory.from_config(migrate.alembic_config()).get_base()
        for revision, served in (("2099_01_01_later", True), (first, False)):
            connection.execute(text("UPDATE alembic_version SET version_num = :r"), {"r": revision})
            assert can_serve(connection) is served
        connection.execute(text("DELETE FROM alembic_version"))
        assert not can_serve(connection)
    engine.dispose()
