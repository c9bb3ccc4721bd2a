"""How waitress reads a request, with what it leaves open bounded or refused (RFC 9112)."""

from __future__ import annotations

from typing import Any

from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver
from waitress.utilities import BadRequest

MAX_CHUNK_LINE_BYTES = 256
"""A chunk's size, with extensions that nobody sends."""

MAX_TRAILER_BYTES = 16 * 1024

MAX_FRAMING_BYTES = 64 * 1024
"""How much may stand around a body's chunks, where that is more than the body itself."""


class BoundedChunkedReceiver(ChunkedReceiver):  # type: ignore[misc]
    """Reads a body in chunks. What is not content is short, or refused before it is read again."""

    def __init__(self, buf: Any) -> None:
        super().__init__(buf)
        self._taken = 0

    def received(self, data: bytes) -> int:
        """Take what was sent; return how much of it belongs to the body."""
        taken: int = super().received(data)
        if len(self.control_line) > MAX_CHUNK_LINE_BYTES or len(self.trailer) > MAX_TRAILER_BYTES:
            self.error = BadRequest("What stands around the chunks is too long")
            self.completed: bool = True
        self._taken += taken
        framing = self._taken - len(self)
        if framing > MAX_FRAMING_BYTES and framing > len(self) and not self.completed:
            # Each chunk costs as much as a large one does: a body byte by byte is an attack.
            self.error = BadRequest("The chunks are too small")
            self.completed = True
        return taken


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Reads one request."""

    def parse_header(self, header_plus: bytes) -> None:
        """Read the request line and the headers.

        Raises ParsingError, also where there is no one Host (§3.2), and where a body in chunks has
        a length too (§6.1), which a proxy in front may have gone by.
        """
        super().parse_header(header_plus)
        host = self.headers.get("HOST")
        if "," in (host or "") or (host is None and self.version == "1.1"):
            raise ParsingError("A request needs one Host")
        if isinstance(self.body_rcv, ChunkedReceiver):
            if "CONTENT_LENGTH" in self.headers:
                raise ParsingError("A body in chunks has no Content-Length")
            self.body_rcv: ChunkedReceiver = BoundedChunkedReceiver(self.body_rcv.getbuf())
