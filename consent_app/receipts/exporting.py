"""Exporting receipts: any number of them in constant memory, and a manifest of what left.

An export reads on a connection of its own, so a bounded number runs at once, in all and of one
workspace, and the server ends one whose client takes it too slowly. When its last byte was
made its manifest is kept for a day: rows, first and last id, and the SHA-256 of the body. An export
that broke off is resumed with ``cursor``, the last id received.
"""

from __future__ import annotations

import hashlib
import logging
import threading
import zlib
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import datetime
from typing import Any
from uuid import UUID

from sqlalchemy.exc import DBAPIError

from consent_app.application import Application
from consent_app.db.engine import EXPORT_POOL_SIZE
from consent_app.errors import Unavailable
from consent_app.receipts.export_formats import Form
from consent_app.receipts.export_rows import Rows, rows_of, shape
from consent_app.receipts.manifests import Actor, Manifest, keep_manifest
from consent_app.receipts.reading import Filters

log = logging.getLogger(__name__)

_ID = slice(len('{"id":"'), len('{"id":"') + 36)
_GZIP = 16 + zlib.MAX_WBITS
GZIP_LEVEL = 5
AT_ONCE = EXPORT_POOL_SIZE
"""Exports of one process at the same time: as many as ``Database.export_engine`` connects."""
AT_ONCE_OF_ONE = 2
"""… and of one workspace among them, so that none keeps the others out."""


class Exports:
    """Counts the exports of one process, in all and by workspace."""

    def __init__(self, at_once: int = AT_ONCE, of_one: int = AT_ONCE_OF_ONE) -> None:
        self._at_once = at_once
        self._of_one = of_one
        self._running: Counter[UUID] = Counter()
        self._lock = threading.Lock()

    def enter(self, workspace_id: UUID) -> None:
        """Take a place. Raises Unavailable, with ``Retry-After``, where there is none."""
        with self._lock:
            if self._running[workspace_id] >= self._of_one:
                raise Unavailable(
                    f"{self._of_one} exports of this workspace are running, as many as may run at"
                    " once. Try again when one of them has ended."
                )
            if self._running.total() >= self._at_once:
                raise Unavailable(
                    "As many exports as may run at once are running. Try again shortly."
                )
            self._running[workspace_id] += 1

    def leave(self, workspace_id: UUID) -> None:
        """Give a place back."""
        with self._lock:
            self._running[workspace_id] -= 1
            self._running += Counter()


@dataclass(slots=True)
class Export:
    """One export. Ask for its ``chunks`` once, and ``close`` it whatever happens."""

    app: Application
    exports: Exports
    workspace_id: UUID
    actor: Actor
    id: UUID
    form: Form
    rows: Rows
    gzip: bool
    _open: bool = field(default=True, init=False)
    _count: int = field(default=0, init=False)
    _first: str | None = field(default=None, init=False)
    _last: str | None = field(default=None, init=False)

    @property
    def count(self) -> int:
        """How many receipts were read so far."""
        return self._count

    @property
    def first_id(self) -> UUID | None:
        """The id of the first receipt that was read."""
        return UUID(self._first) if self._first else None

    @property
    def last_id(self) -> UUID | None:
        """The id of the last receipt that was read so far."""
        return UUID(self._last) if self._last else None

    def chunks(self) -> Iterator[bytes]:
        """Give the body. The last chunk leaves once the manifest is kept."""
        digest = hashlib.sha256()
        size = 0
        packer = zlib.compressobj(GZIP_LEVEL, zlib.DEFLATED, _GZIP) if self.gzip else None
        held = b""
        for chunk in self.form.encode(self._counted(), shape()):
            digest.update(chunk)
            size += len(chunk)
            if held:
                yield held
            held = chunk
            if packer is not None:
                held = packer.compress(chunk) + packer.flush(zlib.Z_SYNC_FLUSH)
        self.rows.close()
        self._keep_manifest(digest.hexdigest(), size)
        if packer is not None:
            held += packer.flush()
        if held:
            yield held

    def close(self) -> None:
        """End the reading and give the place back, after the last chunk or before it."""
        if self._open:
            self._open = False
            self.exports.leave(self.workspace_id)
            self.rows.close()

    def _keep_manifest(self, sha256: str, size: int) -> None:
        manifest = Manifest(
            id=self.id,
            workspace_id=self.workspace_id,
            format=self.form.suffix,
            rows=self._count,
            first_id=self.first_id,
            last_id=self.last_id,
            sha256=sha256,
            size=size,
            completed_at=self.app.now(),
        )
        try:
            keep_manifest(self.app, manifest, self.actor)
        except DBAPIError as error:
            # A replica may go on while nothing can be written: the receipts are what was asked for.
            log.warning("an export's manifest was not kept: %s", type(error).__name__)

    def _counted(self) -> Iterator[list[str]]:
        for batch in self.rows.batches():
            self._count += len(batch)
            self._first = self._first or batch[0][_ID]
            self._last = batch[-1][_ID]
            yield batch


def begin(
    app: Application,
    exports: Exports,
    workspace_id: UUID,
    actor: Actor,
    filters: Filters,
    form: Form,
    *,
    limit: int,
    cursor: UUID | None,
    gzip: bool,
    is_valid: Callable[[Any], bool],
    now: datetime,
) -> Export:
    """Begin an export. Raises Unavailable where too many run."""
    exports.enter(workspace_id)
    try:
        rows = rows_of(
            app.database,
            workspace_id,
            filters,
            limit=limit,
            cursor=cursor,
            now=now,
            is_valid=is_valid,
        )
    except BaseException:
        exports.leave(workspace_id)
        raise
    return Export(app, exports, workspace_id, actor, app.new_id(), form, rows, gzip)
