"""Large pages of receipts, which are read and limited like exports.

10,000 receipts are up to 45 MB of JSON, and four times as much as Python objects: a few of them at
the same time would take all of a server's memory.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

from consent_app.context import Context
from consent_app.exports.rows import ID, open_rows
from consent_app.exports.slots import Slot
from consent_app.receipts.service import ReceiptQuery, with_search_hints

SMALL_PAGE = 1000
"""Up to this many receipts, a page is not limited."""
WAIT_SECONDS = 5
"""How long a page waits for others. Sending one takes about a second."""
PIECE_BYTES = 64 * 1024


@dataclass(slots=True)
class LargePage:
    """A page as JSON. ``next_cursor`` is None on the last page.

    Close its ``slot`` once it is sent or abandoned.
    """

    body: bytes
    next_cursor: str | None
    slot: Slot


def read_large_page(
    ctx: Context, query: ReceiptQuery, is_valid: Callable[[Any], bool]
) -> LargePage:
    """Read a page of the caller's workspace.

    ``is_valid`` validates rows that the database does not write itself. Raises Unavailable if too
    many exports and large pages are still being sent after ``WAIT_SECONDS``.
    """
    query = replace(with_search_hints(ctx.session, query), limit=query.limit + 1)
    slot = Slot.take(ctx, wait_seconds=WAIT_SECONDS)
    try:
        receipts = _read(ctx, query, is_valid)
        next_cursor = None
        if len(receipts) == query.limit:
            receipts.pop()
            next_cursor = receipts[-1][ID].decode()
        return LargePage(b"[" + b",".join(receipts) + b"]", next_cursor, slot)
    except BaseException:
        slot.close()
        raise


def pieces(body: bytes) -> Iterator[bytes]:
    """Yield a body piece by piece, so that the server waits for its client in between."""
    for start in range(0, len(body), PIECE_BYTES):
        yield body[start : start + PIECE_BYTES]


def _read(ctx: Context, query: ReceiptQuery, is_valid: Callable[[Any], bool]) -> list[bytes]:
    # Nobody notices a client that leaves before the page is read.
    database = ctx.app.database
    seconds = database.options.statement_seconds
    rows = open_rows(database, query, is_valid, statement_seconds=seconds)
    try:
        return [receipt for batch in rows.batches() for receipt in batch]
    finally:
        rows.close()
