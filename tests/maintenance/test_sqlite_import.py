"""Moving from SQLite to PostgreSQL: everything is there, and the service goes on with it."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta
from pathlib import Path
from uuid import UUID

import pytest
from sqlalchemy import Engine, select, text
from sqlalchemy.exc import OperationalError

from consent_app import make_app
from consent_app.application import Application, utc_now
from consent_app.cli import main
from consent_app.cli.output import Progress
from consent_app.db.engine import create_engine, sqlite_file
from consent_app.db.ids import lowest_id
from consent_app.maintenance import sqlite_import
from consent_app.migrations.migrate import models_metadata
from tests.support import postgres
from tests.support.databases import CLUSTER, Databases
from tests.support.factories import Site, make_panel, make_site
from tests.support.harness import SECRET_KEYS, Harness, make_application, make_settings
from tests.support.receipt_rows import insert, row


@pytest.fixture
def target(
    databases: Databases, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Engine]:
    """A new PostgreSQL database, which the commands find."""
    if not databases.has("postgresql"):
        pytest.skip(f"PostgreSQL was not found: {postgres.HOW_TO_GET}")
    url = databases.fresh("postgresql")
    monkeypatch.setenv("CONSENT_ENVIRONMENT", "development")
    monkeypatch.setenv("CONSENT_DATABASE_URL", url)
    monkeypatch.setenv("CONSENT_VAR_DIR", str(tmp_path / "var"))
    monkeypatch.setenv("CONSENT_SECRET_KEYS", SECRET_KEYS)
    engine = create_engine(url)
    yield engine
    engine.dispose()


@pytest.fixture
def former(databases: Databases, tmp_path: Path) -> Application:
    return make_application(make_settings(databases.fresh("sqlite"), tmp_path / "var"))


def file_of(application: Application) -> str:
    application.database.dispose()
    return str(sqlite_file(application.settings.database_url))


def site_on(application: Application) -> Site:
    app = Harness(application, make_app(application)).client()
    return make_site(make_panel(app, application.now()))


def rows_of(engine: Engine) -> dict[str, list[tuple[object, ...]]]:
    with engine.connect() as connection:
        return {
            table.name: sorted((tuple(one) for one in connection.execute(select(table))), key=repr)
            for table in models_metadata().sorted_tables
        }


def test_everything_is_there_and_the_service_goes_on(
    former: Application, target: Engine, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    site = site_on(former)
    decided = [site.decide().json["id"] for _ in range(3)]
    now = utc_now()
    workspace_id = UUID(site.panel.organization["id"])
    insert(former, (row(now - timedelta(days=days), workspace_id) for days in (40, 90)))
    before = rows_of(former.database.engine)
    file = shutil.move(file_of(former), str(tmp_path / "a b?%20.sqlite"))
    assert main(["database", "import", file]) == 0
    count = sum(map(len, before.values()))
    assert f"Imported {count:,} rows." in capsys.readouterr().out
    assert rows_of(target) == before
    with target.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM consent_receipts_default")) == 0
    settings = make_settings(target.url.render_as_string(hide_password=False), tmp_path / "var")
    application = make_application(settings)
    site.panel.app = Harness(application, make_app(application)).client()
    latest = site.decide().json["id"]
    assert {latest, *decided} <= {receipt["id"] for receipt in site.receipts()}
    application.database.dispose()
    # Nor does anything that is there get lost.
    assert main(["database", "import", file]) == 2
    assert "already has accounts or workspaces" in capsys.readouterr().err


def test_what_cannot_be_imported_leaves_the_database_empty(
    former: Application,
    target: Engine,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site_on(former)
    file = file_of(former)
    assert main(["database", "import", str(tmp_path / "none.sqlite")]) == 2
    assert "There is no file" in capsys.readouterr().err
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("CONSENT_DATABASE_URL", f"sqlite:///{file}")
        assert main(["database", "import", file]) == 2
    assert "must name the new PostgreSQL database" in capsys.readouterr().err
    with target.begin() as connection:
        # The last table in the order of copying.
        connection.execute(text("DROP TABLE scans"))
    assert main(["database", "import", file]) == 2
    assert "cannot be imported" in capsys.readouterr().err
    with target.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM users")) == 0


@pytest.mark.parametrize(
    ("value", "reason"),
    [
        ("'Ada' || char(0)", "a text with a NUL character"),
        ("hex(zeroblob(1000))", "StringDataRightTruncation"),
        ("CAST(x'ff' AS TEXT)", "SELECT users.id"),
    ],
)
def test_a_value_that_postgresql_cannot_store_is_explained(
    former: Application,
    target: Engine,
    capsys: pytest.CaptureFixture[str],
    value: str,
    reason: str,
) -> None:
    site_on(former)
    with former.database.engine.begin() as connection:
        connection.execute(text(f"UPDATE users SET name = {value}"))
    assert main(["database", "import", file_of(former)]) == 2
    message = capsys.readouterr().err
    assert "cannot be imported: " in message
    assert reason in message
    assert "users" in message
    assert "does not answer" not in message
    with target.connect() as connection:
        assert connection.scalar(text("SELECT count(*) FROM users")) == 0


@pytest.mark.parametrize(
    ("revision", "advice"),
    [("2026_11_22_visitor_rules", "Run `consent-app migrate`"), ("9999", "of a later release")],
)
def test_a_file_of_another_release_is_not_imported(
    former: Application,
    target: Engine,
    capsys: pytest.CaptureFixture[str],
    revision: str,
    advice: str,
) -> None:
    with former.database.engine.begin() as connection:
        connection.execute(text("UPDATE alembic_version SET version_num = :one"), {"one": revision})
    assert main(["database", "import", file_of(former)]) == 2
    assert advice in capsys.readouterr().err


def test_a_clock_that_was_wrong_once_makes_only_its_own_months(
    former: Application, target: Engine
) -> None:
    site = site_on(former)
    workspace_id = UUID(site.panel.organization["id"])
    times = (datetime(1970, 1, 2, tzinfo=UTC), utc_now(), datetime(2099, 12, 31, tzinfo=UTC))
    insert(former, (row(at, workspace_id) for at in times))
    before = rows_of(former.database.engine)
    assert main(["database", "import", file_of(former)]) == 0
    assert rows_of(target) == before
    with target.connect() as connection:
        months = connection.scalar(
            text("SELECT count(*) FROM pg_inherits WHERE inhparent = 'consent_receipts'::regclass")
        )
    # Those of the receipts, the default one, and those that the first start has made.
    assert (months or 0) < 10


def test_sessions_are_copied_after_those_that_they_were_opened_from(
    former: Application, target: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    site_on(former)
    sessions = models_metadata().tables["sessions"]
    with former.database.engine.begin() as connection:
        root = connection.execute(select(sessions).where(sessions.c.root_id.is_(None))).first()
        assert root is not None
        # The clock was set back before each of two hand-offs.
        parent_id = root.id
        for hours in (1, 2):
            session_id = lowest_id(utc_now() - timedelta(hours=hours))
            child = {"id": session_id, "root_id": root.id, "parent_id": parent_id}
            connection.execute(sessions.insert(), {**root._mapping, **child})
            parent_id = session_id
    before = rows_of(former.database.engine)
    monkeypatch.setattr(sqlite_import, "BATCH", 1)
    assert main(["database", "import", file_of(former)]) == 0
    assert rows_of(target) == before


def test_a_file_in_use_is_read_as_of_one_instant(
    former: Application, target: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    site = site_on(former)
    before = rows_of(former.database.engine)
    file = str(sqlite_file(former.settings.database_url))
    later: list[Site] = []

    def change(progress: Progress, rows: int, share: float) -> None:
        if not later:
            later.append(make_site(site.panel))

    monkeypatch.setattr(Progress, "show", change)
    assert main(["database", "import", file]) == 0
    assert rows_of(target) == before
    assert len(later) == 1


def test_nobody_registers_in_the_target_meanwhile(
    former: Application, target: Engine, monkeypatch: pytest.MonkeyPatch
) -> None:
    site_on(former)
    refused: list[str] = []

    def register(progress: Progress, rows: int, share: float) -> None:
        if not refused:
            with target.connect() as connection, pytest.raises(OperationalError) as caught:
                connection.execute(text("LOCK TABLE users IN ROW EXCLUSIVE MODE NOWAIT"))
            refused.append(str(caught.value.orig))

    monkeypatch.setattr(Progress, "show", register)
    assert main(["database", "import", file_of(former)]) == 0
    assert "could not obtain lock" in refused[0]


def test_nothing_is_imported_into_a_distributed_database(
    former: Application,
    target: Engine,
    databases: Databases,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    site_on(former)
    monkeypatch.setenv("CONSENT_DATABASE_URL", databases.fresh(CLUSTER))
    assert main(["database", "import", file_of(former)]) == 2
    assert "run `consent-app distribute` afterwards" in capsys.readouterr().err
