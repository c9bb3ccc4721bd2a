"""Responses of any size in constant memory, validated row by row."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pyramid.response import Response

from consent_app.openapi.compiled_operations import Operation


class StreamedResponse(Response):  # type: ignore[misc]
    """A response whose body is generated while it is sent, and never collected in memory.

    ``chunks`` yields bytes. ``close`` is called once the response is sent or abandoned: end the
    read transaction there. The request's own session is closed before the first chunk, so open a
    session of your own. HEAD sends no chunk and only calls ``close``.
    """

    def __init__(
        self,
        chunks: Iterable[bytes],
        *,
        content_type: str,
        headers: dict[str, str] | None = None,
        close: Callable[[], None] | None = None,
    ) -> None:
        super().__init__(
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


def item_validator(operation: Operation) -> Callable[[Any], bool]:
    """Return the compiled check for one item of the array that the operation returns.

    Raises LookupError if the operation's JSON response with status 200 is not an array.
    """
    declared = operation.response(200)
    if declared is None or declared.items is None:
        raise LookupError(f"{operation.operation_id} declares no array")
    is_valid: Callable[[Any], bool] = declared.items.is_valid
    return is_valid
