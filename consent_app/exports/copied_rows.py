"""Rows that PostgreSQL sends with COPY, read ahead by a thread of the export.

COPY in its binary format is the least work for the database: it looks at no character of a row, and
sends the first row before it makes the second. FETCH from a cursor stores a batch before it sends
any of it. Each message of the protocol is one row.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from contextlib import suppress
from queue import Empty, Queue
from typing import Any

HEADER = len(b"PGCOPY\n\xff\r\n\0") + 4 + 4
"""The bytes before the first row: a signature, flags and the length of an extension."""
ROW_HEADER = 2 + 4
"""The bytes before the text of a row: the number of its columns, and the length of the first."""
END = b"\xff\xff"


class _Abandoned(Exception):
    """Raised to stop reading rows once the export is closed."""


class CopiedRows:
    """The rows of ``sql``, a SELECT of one text, in batches: the first has ``first_rows``, the
    others ``batch_rows``. At most two batches wait.

    ``driver`` is psycopg2's connection, in a separate transaction.
    """

    def __init__(self, driver: Any, sql: str, first_rows: int, batch_rows: int) -> None:
        self._driver = driver
        self._sql = sql
        self._batch_size = first_rows
        self._batch_rows = batch_rows
        self._rows: list[bytes] = []
        self._is_first = True
        self._error: BaseException | None = None
        self._abandoned = False
        self._ready: Queue[list[bytes] | None] = Queue(1)
        self._thread = threading.Thread(target=self._read, name="export", daemon=True)

    def batches(self) -> Iterator[list[bytes]]:
        """Yield the batches. Raises the driver's errors."""
        self._thread.start()
        while (rows := self._ready.get()) is not None:
            yield rows
        if self._error is not None:
            raise self._error

    def close(self) -> None:
        """Stop reading, also before the last row. Raises psycopg2.Error if the query cannot be
        cancelled."""
        self._abandoned = True
        try:
            if self._thread.is_alive():
                self._driver.cancel()
        finally:
            while self._thread.is_alive():
                with suppress(Empty):
                    self._ready.get(timeout=0.01)

    def write(self, message: bytes) -> None:
        """Receive a row from the driver."""
        if self._is_first:
            self._is_first = False
            message = message[HEADER:]
        if message == END:
            return
        self._rows.append(message[ROW_HEADER:])
        if len(self._rows) == self._batch_size:
            self._hand_over()

    def _hand_over(self) -> None:
        if self._abandoned:
            raise _Abandoned
        rows, self._rows, self._batch_size = self._rows, [], self._batch_rows
        self._ready.put(rows)

    def _read(self) -> None:
        try:
            with self._driver.cursor() as cursor:
                cursor.copy_expert(f"COPY ({self._sql}) TO STDOUT (FORMAT binary)", self)
            if self._rows:
                self._hand_over()
        except BaseException as error:
            self._error = error
        finally:
            self._ready.put(None)
