"""The tables that a cluster distributes have the shape for it, after each migration.

Citus demands the distribution column in the primary key and in every unique index, and what would
cost it (foreign keys to tables of the coordinator, triggers, volatile defaults) is not there.
"""

from __future__ import annotations

from datetime import UTC, datetime

import pytest
from alembic.script import ScriptDirectory
from sqlalchemy import text
from sqlalchemy.engine import Connection, Engine

from consent_app.db.distribution import TABLES
from consent_app.db.engine import create_engine
from consent_app.migrations import migrate
from tests.support.databases import Databases
from tests.support.partitions import make_partitions

# What may be wrong with the tables and their partitions.
_DEFECTS = {
    "no primary key that begins with workspace_id": """
        SELECT c.oid::regclass::text FROM named c WHERE NOT EXISTS (
            SELECT FROM pg_index i JOIN pg_attribute a ON a.attrelid = c.oid
            WHERE i.indrelid = c.oid AND i.indisprimary
                AND a.attnum = i.indkey[0] AND a.attname = 'workspace_id')""",
    "a unique index that does not begin with workspace_id": """
        SELECT i.indexrelid::regclass::text FROM named c JOIN pg_index i ON i.indrelid = c.oid
        WHERE i.indisunique AND NOT EXISTS (
            SELECT FROM pg_attribute a WHERE a.attrelid = c.oid
                AND a.attnum = i.indkey[0] AND a.attname = 'workspace_id')""",
    "a foreign key from or to it": """
        SELECT k.conname::text FROM pg_constraint k
        JOIN named c ON c.oid IN (k.conrelid, k.confrelid) WHERE k.contype = 'f'""",
    "a trigger": """
        SELECT t.tgname::text FROM pg_trigger t JOIN named c ON c.oid = t.tgrelid
        WHERE NOT t.tgisinternal""",
    "a default that calls a function": """
        SELECT pg_get_expr(d.adbin, d.adrelid) FROM pg_attrdef d
        JOIN named c ON c.oid = d.adrelid
        WHERE pg_get_expr(d.adbin, d.adrelid) ~ '[(]|CURRENT_|nextval'""",
    "an identity or a generated column": """
        SELECT a.attname::text FROM pg_attribute a JOIN named c ON c.oid = a.attrelid
        WHERE a.attidentity <> '' OR a.attgenerated <> ''""",
}
_NAMED = """
WITH named AS (
    SELECT oid FROM pg_class WHERE relname = ANY(:names) AND relkind IN ('r', 'p')
    UNION SELECT inhrelid FROM pg_inherits WHERE inhparent = to_regclass('consent_receipts')
)
"""


def defects(connection: Connection) -> dict[str, list[str]]:
    results = {
        defect: list(connection.scalars(text(_NAMED + statement), {"names": list(TABLES)}))
        for defect, statement in _DEFECTS.items()
    }
    return {defect: names for defect, names in results.items() if names}


@pytest.fixture
def engine(databases: Databases) -> Engine:
    if not databases.has("postgresql"):
        pytest.skip("PostgreSQL was not found")
    return create_engine(databases.empty("postgresql"))


def test_every_migration_leaves_tables_that_can_be_distributed(engine: Engine) -> None:
    url = engine.url.render_as_string(hide_password=False)
    script = ScriptDirectory.from_config(migrate.alembic_config())
    revisions = [revision.revision for revision in script.walk_revisions()]
    wrong = {}
    for revision in reversed(revisions):
        migrate.upgrade(url, revision)
        with engine.connect() as connection:
            wrong[revision] = defects(connection)
    make_partitions(engine, datetime(2026, 11, 21, tzinfo=UTC))
    with engine.connect() as connection:
        wrong["with its months"] = defects(connection)
        names = connection.scalars(
            text("SELECT relname FROM pg_class WHERE relname = ANY(:names)"),
            {"names": list(TABLES)},
        )
        assert set(names) == set(TABLES)
    engine.dispose()
    assert {revision: result for revision, result in wrong.items() if result} == {}


@pytest.mark.parametrize(
    ("statement", "defect"),
    [
        (
            "CREATE UNIQUE INDEX u ON consent_impressions"
            " (domain_id, workspace_id, hour, banner_version, device)",
            "unique index",
        ),
        (
            "ALTER TABLE consent_figures ADD FOREIGN KEY (workspace_id) REFERENCES workspaces",
            "foreign key",
        ),
        (
            "CREATE FUNCTION f() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';"
            "CREATE TRIGGER t BEFORE INSERT ON consent_receipts FOR EACH ROW EXECUTE FUNCTION f()",
            "trigger",
        ),
        (
            "ALTER TABLE consent_receipts ALTER COLUMN id SET DEFAULT gen_random_uuid()",
            "default that calls",
        ),
        ("ALTER TABLE consent_idempotency DROP CONSTRAINT pk_consent_idempotency", "primary key"),
        (
            "ALTER TABLE consent_idempotency ADD n bigint GENERATED ALWAYS AS IDENTITY",
            "identity",
        ),
    ],
)
def test_each_defect_is_found(databases: Databases, statement: str, defect: str) -> None:
    if not databases.has("postgresql"):
        pytest.skip("PostgreSQL was not found")
    engine = create_engine(databases.shared("postgresql"))
    with engine.connect() as connection:
        connection.exec_driver_sql(statement)
        result = defects(connection)
        connection.rollback()
    engine.dispose()
    assert any(defect in name for name in result), result
