"""The rows of an export as JSON text, in batches, whatever their number, in constant memory.

PostgreSQL writes the JSON itself, through a server-side cursor on a connection of the export's own:
no Python object is made of a receipt. That its rows have the shape of the interface's
ConsentReceipt is checked once at start (``check_shape``) and by a test, not row by row. SQLite's
rows are made and held to the schema as in a page.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any, Protocol
from uuid import UUID

from sqlalchemy import Select, Text, case, cast, func, literal, literal_column, select
from sqlalchemy.engine import Engine

from consent_app.api.json import dumps
from consent_app.api.streaming import InvalidRowError
from consent_app.db.session import Database
from consent_app.receipts import reading
from consent_app.receipts.listing import present_listed
from consent_app.receipts.reading import Filters
from consent_app.receipts.window import first_valid_id

FIRST_ROWS = 100
"""So many come first, so that the first byte does not wait for a full batch."""
BATCH_ROWS = 2000

# What keeps the order of the index: a sort would have the first byte wait for the last row.
_IN_ORDER = (
    "SET TRANSACTION READ ONLY",
    "SET LOCAL enable_sort = off",
    "SET LOCAL enable_hashjoin = off",
    "SET LOCAL enable_mergejoin = off",
    # A plan compiled to machine code is late for the first rows.
    "SET LOCAL jit = off",
)

# The first 48 bits of an id are its millisecond.
_CREATED_AT = (
    "to_char(timestamp 'epoch'"
    " + ('x' || substr(r.id::text, 1, 8) || substr(r.id::text, 10, 4))::bit(48)::bigint"
    " * interval '1 millisecond', 'YYYY-MM-DD\"T\"HH24:MI:SS.MS\"Z\"')"
)


class Rows(Protocol):
    """What an export reads from. ``close`` may be called at any time, and more than once."""

    def batches(self) -> Iterator[list[str]]:
        """Give the receipts, newest first, each as JSON text."""
        ...

    def close(self) -> None:
        """End the read transaction."""
        ...


def rows_of(
    database: Database,
    workspace_id: UUID,
    filters: Filters,
    *,
    limit: int,
    cursor: UUID | None,
    now: datetime,
    is_valid: Callable[[Any], bool],
) -> Rows:
    """Return the rows of an export. Opens no connection yet."""
    if database.dialect == "sqlite":
        return _SqliteRows(database, workspace_id, filters, limit, cursor, now, is_valid)
    statement = json_statement(workspace_id, filters, limit=limit, cursor=cursor, now=now)
    return _PostgresRows(database.export_engine, statement)


def json_statement(
    workspace_id: UUID, filters: Filters, *, limit: int, cursor: UUID | None, now: datetime
) -> Select[Any]:
    """Return what PostgreSQL answers with one JSON text a receipt."""
    receipt = reading.narrowed(workspace_id, filters, cursor=cursor, now=now)
    receipt = receipt.order_by(literal_column("consent_receipts.id").desc()).limit(limit)
    shown = _shown(receipt.subquery("r"), first_valid_id(now)).subquery("t")
    return select(cast(func.row_to_json(literal_column("t")), Text)).select_from(shown)


def shape() -> tuple[str, ...]:
    """Return the members of the JSON that PostgreSQL writes, in their order."""
    receipt = reading.narrowed(UUID(int=0), Filters(), cursor=None, now=datetime.now(UTC))
    return tuple(_shown(receipt.subquery("r"), UUID(int=0)).subquery("t").columns.keys())


def check_shape(schema: dict[str, Any]) -> None:
    """Raise RuntimeError where the statement's shape is not that of ConsentReceipt."""
    declared = set(schema["properties"])
    if declared != set(shape()) or set(schema["required"]) != declared:
        raise RuntimeError("an export's rows are not ConsentReceipts: mend receipts/export_rows.py")


def _shown(receipt: Any, first_valid: UUID) -> Select[Any]:
    r, domain, wording = receipt.c, reading.DOMAINS, reading.WORDINGS
    return (
        select(
            r.id.label("id"),
            domain.c.id.label("domainId"),
            r.hostname.label("hostname"),
            domain.c.id.is_(None).label("domainDeleted"),
            r.action.label("action"),
            r.source.label("source"),
            r.analytics.label("analytics"),
            r.marketing.label("marketing"),
            r.preferences.label("preferences"),
            r.country.label("country"),
            literal_column(_CREATED_AT).label("createdAt"),
            case((r.id >= first_valid, literal("valid")), else_=literal("expired")).label("status"),
            r.banner_version.label("bannerVersion"),
            wording.c.policy_url.label("policyUrl"),
            wording.c.title.label("bannerTitle"),
            wording.c.description.label("bannerDescription"),
            r.banner_locale.label("bannerLocale"),
            r.device.label("device"),
            r.ip_hash.label("ipHash"),
            r.user_agent.label("userAgent"),
        )
        .select_from(receipt)
        .outerjoin(domain, domain.c.id == r.domain_id)
        .outerjoin(
            wording,
            (wording.c.workspace_id == r.workspace_id) & (wording.c.digest == r.wording_digest),
        )
        .order_by(r.id.desc())
    )


class _PostgresRows:
    def __init__(self, engine: Engine, statement: Select[Any]) -> None:
        self._engine = engine
        compiled = statement.compile(dialect=engine.dialect)
        self._sql = str(compiled)
        self._parameters = {
            name: str(value) if isinstance(value, UUID) else value
            for name, value in compiled.params.items()
        }
        self._connection: Any = None

    def batches(self) -> Iterator[list[str]]:
        # The driver's own cursor: what SQLAlchemy makes of a row costs more than the row.
        self._connection = self._engine.raw_connection()
        driver: Any = self._connection.driver_connection
        with driver.cursor() as settings:
            settings.execute("; ".join(_IN_ORDER))
        cursor = driver.cursor(name="export")
        cursor.execute(self._sql, self._parameters)
        size = FIRST_ROWS
        while rows := cursor.fetchmany(size):
            yield [row[0] for row in rows]
            size = BATCH_ROWS

    def close(self) -> None:
        # Given back to its pool, the connection is rolled back, which closes the cursor too.
        connection, self._connection = self._connection, None
        if connection is not None:
            connection.close()


class _SqliteRows:
    def __init__(
        self,
        database: Database,
        workspace_id: UUID,
        filters: Filters,
        limit: int,
        cursor: UUID | None,
        now: datetime,
        is_valid: Callable[[Any], bool],
    ) -> None:
        self._session = database.session(read_only=True)
        self._pages = reading.pages(
            self._session, workspace_id, filters, limit=limit, cursor=cursor, now=now
        )
        self._first_valid = str(first_valid_id(now))
        self._is_valid = is_valid

    def batches(self) -> Iterator[list[str]]:
        for page in self._pages:
            yield [self._text(present_listed(row, self._first_valid)) for row in page]

    def _text(self, shown: dict[str, Any]) -> str:
        if not self._is_valid(shown):
            raise InvalidRowError("a streamed row is not valid")
        return dumps(shown).decode()

    def close(self) -> None:
        self._session.close()
