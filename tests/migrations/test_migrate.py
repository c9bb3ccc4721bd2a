"""The migrations create exactly the models' schema, with any number of processes starting."""

from __future__ import annotations

import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime
from functools import partial
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.migration import MigrationContext
from sqlalchemy import inspect, select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.orm import Session

from consent_app.accounts.models import User
from consent_app.db.engine import create_engine
from consent_app.db.ids import new_id
from consent_app.db.session import Database
from consent_app.domains.models import Domain
from consent_app.domains.service import NewDomain, make_domain
from consent_app.events.models import AuditEvent
from consent_app.migrations import migrate
from consent_app.migrations.revisions import applied_revisions, can_serve
from consent_app.net.hostname import Hostname
from consent_app.settings.error import OperatorError
from consent_app.workspaces.models import FormerMember
from consent_app.workspaces.service import NewWorkspace, create_workspace, join
from tests.support.databases import Databases
from tests.support.harness import make_settings
from tests.support.warm_process import WarmProcess

NOW = datetime(2026, 11, 26, tzinfo=UTC)


def test_the_schema_is_what_the_models_say(database_url: str) -> None:
    engine = create_engine(database_url)
    with engine.connect() as connection:
        options = migrate.autogenerate_options(connection)
        context = MigrationContext.configure(connection, opts=options)
        differences = compare_metadata(context, migrate.models_metadata())
        current = can_serve(connection)
    engine.dispose()
    assert differences == [], "make migration NAME=what_changes drafts the missing migration"
    assert current


def test_a_second_run_changes_nothing(fresh_database_url: str) -> None:
    migrate.upgrade(fresh_database_url)
    engine = create_engine(fresh_database_url)
    with engine.connect() as connection:
        assert can_serve(connection)
    engine.dispose()


def test_a_later_releases_schema_is_left_alone(fresh_database_url: str) -> None:
    """As when an operator goes back to this release, whose `serve` migrates first."""
    engine = create_engine(fresh_database_url)
    with engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = '2099_01_01_later'"))
    assert not migrate.upgrade(fresh_database_url)
    with engine.connect() as connection:
        assert applied_revisions(connection) == {"2099_01_01_later"}
    engine.dispose()


def test_starts_at_the_same_time_migrate_once(databases: Databases, dialect: str) -> None:
    url = databases.empty(dialect)
    script = "import sys; from consent_app.migrations import migrate; migrate.upgrade(sys.argv[1])"
    starts = [
        WarmProcess([sys.executable, "-c", script, url], stderr=subprocess.PIPE, text=True)
        for _ in range(3)
    ]
    errors = [start.communicate(timeout=120)[1] for start in starts]
    assert [start.returncode for start in starts] == [0, 0, 0], errors
    engine = create_engine(url)
    with engine.connect() as connection:
        assert can_serve(connection)
        assert connection.scalar(text("SELECT count(*) FROM alembic_version")) == 1
    engine.dispose()


def test_a_start_waits_for_another_one_for_a_while(
    fresh_database_url: str, dialect: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    if dialect == "sqlite":
        # It waits for the database's own lock.
        return
    monkeypatch.setattr(migrate, "WAIT_SECONDS", 0.5)
    with (
        migrate.locked_connection(fresh_database_url),
        pytest.raises(OperatorError, match="Another process has been migrating"),
    ):
        migrate.upgrade(fresh_database_url)


def test_a_database_that_cannot_store_every_text_is_refused(databases: Databases) -> None:
    url = databases.empty("postgresql", "ENCODING 'SQL_ASCII' LOCALE 'C' TEMPLATE template0")
    with pytest.raises(migrate.EncodingError, match=r"SQL_ASCII.*ENCODING 'UTF8'"):
        migrate.upgrade(url)
    engine = create_engine(url)
    with engine.connect() as connection:
        assert inspect(connection).get_table_names() == []
    engine.dispose()


def test_a_role_that_cannot_create_extensions_gets_a_warning(
    databases: Databases, caplog: pytest.LogCaptureFixture
) -> None:
    engine = create_engine(databases.empty("postgresql"))
    role = engine.url.database
    with engine.begin() as connection:
        connection.execute(text(f'CREATE ROLE "{role}" LOGIN'))
        connection.execute(text(f'GRANT USAGE, CREATE ON SCHEMA public TO "{role}"'))
    try:
        migrate.upgrade(engine.url.set(username=role).render_as_string(hide_password=False))
        assert "run CREATE EXTENSION pg_trgm in this database" in caplog.text
    finally:
        with engine.begin() as connection:
            connection.execute(text(f'DROP OWNED BY "{role}"; DROP ROLE "{role}"'))
        engine.dispose()


def test_a_migration_that_fails_leaves_nothing(databases: Databases, dialect: str) -> None:
    def fail(url: str) -> None:
        with migrate.migration_connection(url) as connection:
            connection.execute(text("CREATE TABLE half (id INTEGER)"))
            raise RuntimeError("during the migration")

    url = databases.empty(dialect)
    with pytest.raises(RuntimeError, match="during"):
        fail(url)
    engine = create_engine(url)
    assert inspect(engine).get_table_names() == []
    engine.dispose()


def test_a_migration_that_cannot_go_on_keeps_no_lock_of_those_before_it(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Otherwise nobody could sign in while an upgrade from the first release goes on."""
    monkeypatch.setattr(migrate, "LOCK_SECONDS", 1)
    url = databases.empty("postgresql")
    migrate.upgrade(url, "2026_11_21_trigrams")
    engine = create_engine(url)
    with engine.connect() as reader:
        reader.execute(text("SELECT 1 FROM domains"))
        with pytest.raises(OperationalError, match="lock timeout"):
            migrate.upgrade(url)
        reader.commit()
        # Its first migration alters the sessions.
        assert applied_revisions(reader) == {"2026_11_22_root_domains"}
    assert migrate.upgrade(url)
    with engine.connect() as connection:
        assert can_serve(connection)
    engine.dispose()


def test_an_index_is_built_for_as_long_as_it_takes(
    databases: Databases, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It waits for exports, which may take longer than a statement of a migration may."""
    monkeypatch.setattr(migrate, "STATEMENT_SECONDS", 1)
    url = databases.empty("postgresql")
    migrate.upgrade(url, "2026_11_28_former_members")
    engine = create_engine(url)
    waited = text(
        "SELECT count(*) FROM pg_stat_activity WHERE datname = current_database()"
        " AND query LIKE 'CREATE INDEX CONCURRENTLY%' AND state = 'active'"
        " AND clock_timestamp() - query_start > interval '1.5 seconds'"
    )
    with ThreadPoolExecutor(1) as pool, engine.connect() as export:
        export = export.execution_options(isolation_level="REPEATABLE READ")
        export.execute(text("SELECT 1"))
        migration = pool.submit(migrate.upgrade, url)
        with engine.connect() as observer:
            while not migration.done() and not observer.scalar(waited):
                observer.rollback()
        export.rollback()
        assert migration.result(60)
    engine.dispose()


def make_user(session: Session, name: str) -> User:
    """Add a user to the database."""
    email = f"{name}@o.example"
    user = User(id=new_id(), email=email, email_key=email, created_at=NOW)
    user.organization_name, user.locale = "O", "en"
    session.add(user)
    session.flush()
    return user


def migrate_again(url: str, revision: str) -> None:
    """Undo the migrations since ``revision``, and make them again."""
    with migrate.migration_connection(url) as connection:
        config = migrate.alembic_config()
        config.attributes["connection"] = connection
        command.downgrade(config, revision)
    migrate.upgrade(url)


def test_international_hostnames_are_decoded(fresh_database_url: str, tmp_path: Path) -> None:
    settings = make_settings(fresh_database_url, tmp_path)
    database = Database(fresh_database_url)
    hostnames = {
        "xn--mnchen-shop-thb.de": "münchen-shop.de",
        "www.xn--bcher-kva.example": "www.bücher.example",
        "shop.example": None,
        "xn--a.example": None,
    }
    with database.transaction() as session:
        owner, plan = make_user(session, "owner"), NewWorkspace("O", "starter")
        workspace = create_workspace(session, settings, plan, owner.id, NOW)
        for name in hostnames:
            hostname = Hostname(name, "shop.example")
            session.add(make_domain(workspace.id, hostname, NewDomain(name), NOW))
    migrate_again(fresh_database_url, "2026_11_26_checkouts")
    with database.session(read_only=True) as session:
        rows = session.execute(select(Domain.hostname, Domain.unicode_hostname))
        decoded = {row[0]: row[1] for row in rows}
    database.dispose()
    assert decoded == hostnames


def test_people_who_had_left_keep_the_address_that_they_have_not_changed_since(
    fresh_database_url: str, tmp_path: Path
) -> None:
    settings = make_settings(fresh_database_url, tmp_path)
    database = Database(fresh_database_url)
    with database.transaction() as session:
        owner, left, moved, back = (make_user(session, name) for name in ("o", "l", "m", "b"))
        plan = NewWorkspace("O", "starter")
        workspace_id = create_workspace(session, settings, plan, owner.id, NOW).id
        add = partial(AuditEvent, workspace_id=workspace_id, actor_kind="user", detail=[])
        for name, actor, subject, outcome in (
            ("account.address_changed", left, None, "success"),
            ("member.left", left, left, "success"),
            ("member.left", left, left, "success"),
            ("member.removed", owner, moved, "success"),
            ("member.removed", owner, back, "success"),
            ("member.removed", owner, owner, "refused"),
            ("account.address_changed", moved, None, "success"),
        ):
            row = add(id=new_id(), event=name, actor_id=actor.id, outcome=outcome)
            row.subject_id = subject and subject.id
            session.add(row)
        join(session, workspace_id, back.id, "viewer", NOW)
        user_id = left.id
    migrate_again(fresh_database_url, "2026_11_27_receipt_rules")
    with database.session(read_only=True) as session:
        kept = [
            (row.workspace_id, row.user_id, row.email)
            for row in session.scalars(select(FormerMember))
        ]
    database.dispose()
    assert kept == [(workspace_id, user_id, "l@o.example")]


def test_sqlite_refuses_a_migration_that_breaks_a_foreign_key(databases: Databases) -> None:
    def orphan(url: str) -> None:
        with migrate.migration_connection(url) as connection:
            connection.execute(text("CREATE TABLE parent (id INTEGER PRIMARY KEY)"))
            connection.execute(text("CREATE TABLE child (parent INTEGER REFERENCES parent (id))"))
            connection.execute(text("INSERT INTO child VALUES (1)"))

    with pytest.raises(RuntimeError, match="child"):
        orphan(databases.empty("sqlite"))


def test_a_migration_means_the_same_whatever_becomes_of_the_product(project: Path) -> None:
    imports = {
        (path.name, line)
        for path in (project / "alembic" / "versions").glob("*.py")
        for line in path.read_text().splitlines()
        if "consent_app" in line and line.lstrip().startswith(("import", "from"))
    }
    allowed = "from consent_app.db.types import "
    assert {module for module in imports if not module[1].startswith(allowed)} == set()
