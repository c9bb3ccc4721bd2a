"""Answers of any size in constant memory: rows held to the schema as they leave."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any

from pyramid.response import Response

from consent_app.api.json import dumps

if TYPE_CHECKING:
    from consent_app.api.request import Request


CHUNK_BYTES = 64 * 1024


class InvalidRowError(RuntimeError):
    """A row that the document does not allow. The answer breaks off: no false row leaves."""


class StreamedResponse(Response):  # type: ignore[misc]
    """An answer whose body is made while it is sent. Nothing in the stack ever gathers it.

    ``chunks`` gives bytes; ``close`` is called once the answer is sent or given up (end the read
    transaction there). The request's own session is closed before the first chunk is asked for:
    open a session of your own. HEAD sends no chunk and calls ``close`` alone.
    """

    def __init__(
        self,
        chunks: Iterable[bytes],
        *,
        content_type: str,
        status: int = 200,
        headers: dict[str, str] | None = None,
        close: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(
            status=status,
            app_iter=_Chunks(chunks, close),
            headerlist=[("Content-Type", content_type)],
        )
        if headers:
            self.headers.update(headers)


class _Chunks:
    def __init__(self, chunks: Iterable[bytes], close: Callable[[], None] | None) -> None:
        self._chunks = iter(chunks)
        self._close = close

    def __iter__(self) -> Iterator[bytes]:
        return self._chunks

    def close(self) -> None:
        closing = getattr(self._chunks, "close", None)
        try:
            if closing is not None:
                closing()
        finally:
            if self._close is not None:
                self._close()


def json_array(rows: Iterable[Any], is_valid: Callable[[Any], bool]) -> Iterator[bytes]:
    """Give the chunks of a JSON array of ``rows``, each held to ``is_valid`` before it leaves.

    ``is_valid`` is ``item_validator(request)`` of the operation. Raises InvalidRowError.
    """
    return _joined(rows, is_valid, start=b"[", separator=b",", end=b"]")


def json_lines(rows: Iterable[Any], is_valid: Callable[[Any], bool]) -> Iterator[bytes]:
    """Give the chunks of one JSON value a line (``application/x-ndjson``), held like an array's."""
    return _joined(rows, is_valid, start=b"", separator=b"\n", end=b"\n")


def _joined(
    rows: Iterable[Any],
    is_valid: Callable[[Any], bool],
    *,
    start: bytes,
    separator: bytes,
    end: bytes,
) -> Iterator[bytes]:
    chunk = bytearray(start)
    first = True
    for row in rows:
        if not is_valid(row):
            raise InvalidRowError("a streamed row is not valid")
        if not first:
            chunk += separator
        first = False
        chunk += dumps(row)
        if len(chunk) >= CHUNK_BYTES:
            yield bytes(chunk)
            chunk.clear()
    if not (first and not start):
        chunk += end
    if chunk:
        yield bytes(chunk)


def item_validator(request: Request, status: int = 200) -> Callable[[Any], bool]:
    """Return the compiled check of one item of the operation's array answer.

    Raises LookupError where the operation's JSON answer of that status is no array.
    """
    answer = request.operation.answer(status)
    if answer is None or answer.items is None:
        raise LookupError(f"{request.operation.operation_id} answers no array with {status}")
    is_valid: Callable[[Any], bool] = answer.items.is_valid
    return is_valid
