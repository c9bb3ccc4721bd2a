"""Exports: any number of receipts in constant memory, with a manifest of each export.

An export reads on its own connection, so the number of concurrent exports is limited, in total
and for each workspace, and the server ends an export whose client reads too slowly. With its last
byte its manifest is stored, until a day after the export began: rows, first and last id, and the
SHA-256 of the body. To resume an interrupted export, pass the last received id as ``cursor``.
"""

from __future__ import annotations

import hashlib
import logging
import zlib
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from typing import Any
from uuid import UUID

from sqlalchemy.exc import SQLAlchemyError

from consent_app.context import Context
from consent_app.exports.formats import Format
from consent_app.exports.manifests import record_interruption, store_manifest
from consent_app.exports.queries import Manifest, json_members
from consent_app.exports.rows import ID, Rows, open_rows
from consent_app.exports.slots import Slot
from consent_app.receipts.service import ReceiptQuery, with_search_hints

log = logging.getLogger(__name__)

_GZIP = 16 + zlib.MAX_WBITS
GZIP_LEVEL = 5


@dataclass(frozen=True, slots=True)
class ExportRequest:
    """The contents and format of an export.

    ``is_valid`` validates rows that the database does not write itself.
    """

    query: ReceiptQuery
    format: Format
    gzip: bool
    is_valid: Callable[[Any], bool]


@dataclass(slots=True)
class Export:
    """One export. Iterate over its ``chunks`` once, and call ``close`` in any case."""

    ctx: Context
    id: UUID
    request: ExportRequest
    rows: Rows
    slot: Slot
    _open: bool = field(default=True, init=False)
    _ended: bool = field(default=False, init=False)
    _count: int = field(default=0, init=False)
    _first: bytes | None = field(default=None, init=False)
    _last: bytes | None = field(default=None, init=False)

    @property
    def count(self) -> int:
        """The number of receipts read so far."""
        return self._count

    @property
    def first_id(self) -> UUID | None:
        """The id of the first receipt."""
        return UUID(self._first.decode()) if self._first else None

    @property
    def last_id(self) -> UUID | None:
        """The id of the last receipt read so far."""
        return UUID(self._last.decode()) if self._last else None

    def chunks(self) -> Iterator[bytes]:
        """Yield the body. The last chunk is sent once the manifest is stored."""
        digest = hashlib.sha256()
        size = 0
        names = json_members(with_proof=self.request.query.with_proof)
        packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, _GZIP) if self.request.gzip else None
        pending = b""
        for chunk in self.request.format.encode(self._counted(), names):
            digest.update(chunk)
            size += len(chunk)
            if packer is not None:
                chunk = packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
            if pending:
                yield pending
                pending = chunk
            else:
                # The first byte does not wait for the second batch.
                yield chunk[:-1]
                pending = chunk[-1:]
        self.rows.close()
        self._store_manifest(digest.hexdigest(), size)
        self._ended = True
        if packer is not None:
            pending += packer.flush()
        if pending:
            yield pending

    def close(self) -> None:
        """End reading and release the slot, after the last chunk or before it."""
        if self._open:
            self._open = False
            self.slot.close()
            self.rows.close()
            if self._count and not self._ended:
                self._write(
                    lambda: record_interruption(
                        self.ctx, self.id, self.request.format.suffix, self._count
                    )
                )

    def _store_manifest(self, sha256: str, size: int) -> None:
        manifest = Manifest(
            id=self.id,
            workspace_id=self.request.query.workspace_id,
            format=self.request.format.suffix,
            rows=self._count,
            first_id=self.first_id,
            last_id=self.last_id,
            sha256=sha256,
            size=size,
            completed_at=self.ctx.now(),
        )
        self._write(lambda: store_manifest(self.ctx, manifest))

    def _write(self, record: Callable[[], None]) -> None:
        try:
            record()
        except SQLAlchemyError as error:
            # On a replica reading works while nothing can be written: the receipts matter more than
            # the manifest.
            log.warning("an export was not recorded: %s", type(error).__name__)

    def _counted(self) -> Iterator[list[bytes]]:
        for batch in self.rows.batches():
            self._count += len(batch)
            self._first = self._first or batch[0][ID]
            self._last = batch[-1][ID]
            yield batch


def begin_export(ctx: Context, request: ExportRequest, *, wait_seconds: float = 0) -> Export:
    """Begin an export of the caller's workspace. Raises Unavailable if too many are running, also
    after ``wait_seconds``.

    It continues after the request's session is closed, so its context has no session.
    """
    request = replace(request, query=with_search_hints(ctx.session, request.query))
    slot = Slot.take(ctx, wait_seconds=wait_seconds)
    try:
        rows = open_rows(ctx.app.database, request.query, request.is_valid)
    except BaseException:
        slot.close()
        raise
    return Export(Context(ctx.app, ctx.actor, ctx.client), ctx.new_id(), request, rows, slot)
