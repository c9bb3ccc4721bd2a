"""Parsing requests with waitress, and limiting or refusing what it lets through (RFC 9112)."""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO
from typing import Any

from waitress.buffers import OverflowableBuffer
from waitress.parser import HTTPRequestParser, ParsingError
from waitress.receiver import ChunkedReceiver, FixedStreamReceiver
from waitress.utilities import BadRequest

MAX_CHUNK_LINE_BYTES = 256
"""The limit for a chunk's size line, including extensions, which nobody sends."""

MAX_TRAILER_BYTES = 16 * 1024

MAX_FRAMING_BYTES = 64 * 1024
"""The limit for the framing around a body's chunks, if that is larger than the body itself."""

_LINE = r"([A-Za-z0-9-]++): ([!-~][ -~]*+)(?<! )\r\n"
_LINES = re.compile(_LINE)
_URI = r"(/(?!/)[\w.~!$&'()*+,:=@/-]*+)(?:\?([\w.~!$&'()*+,:=@/?%-]*+))?+"
_PLAIN_HEAD = re.compile(rf"([A-Z]++) ({_URI}) HTTP/1\.1\r\n((?:{_LINE})++)\r\n", re.ASCII)
"""A head as nearly all are: a path without escapes, and headers of printable ASCII, none folded and
none empty. There is one way to read it; waitress reads everything else."""

_TOKEN = rb"[!#$%&'*+.^_`|~0-9A-Za-z-]++"
_REQUEST_LINE = re.compile(rb"%s [^ \r\n]++(?: HTTP/[0-9]\.[0-9])?+[ \t]*+\r\n" % _TOKEN)
_FOLDED_LINE = re.compile(rb"\r\n[ \t]")
_SPACE_BEFORE_VALUE = re.compile(rb"(\r\n%s:)[ \t]++" % _TOKEN)
"""Waitress's own expressions accept the same, but backtrack: 15 kB of digits in a request line took
them a minute, and of spaces in front of a header's value a second."""

_TRANSFER_CODINGS = re.compile(rb"\r\nTransfer-Encoding:([^\r]*+)", re.IGNORECASE)
_LENGTH = re.compile(r"\d{1,12}", re.ASCII)
_SPECIAL = frozenset({"TRANSFER_ENCODING", "EXPECT"})
_MAX_NAMES = 256


class BoundedChunkedReceiver(ChunkedReceiver):  # type: ignore[misc]
    """Reads a chunked body. Framing must be short, and is refused before it is parsed again."""

    def __init__(self, buf: Any) -> None:
        super().__init__(buf)
        self._consumed = 0

    def received(self, data: bytes) -> int:
        """Receive data. Return how much of it belongs to the body."""
        consumed: int = super().received(data)
        if len(self.control_line) > MAX_CHUNK_LINE_BYTES or len(self.trailer) > MAX_TRAILER_BYTES:
            self.error = BadRequest("The chunk framing is too long")
            self.completed: bool = True
        self._consumed += consumed
        framing = self._consumed - len(self)
        if framing > MAX_FRAMING_BYTES and framing > len(self) and not self.completed:
            # A small chunk takes as long as a large one. A body sent byte by byte is an attack.
            self.error = BadRequest("The chunks are too small")
            self.completed = True
        return consumed


class WholeBody:
    """A body that arrived together with its head: a receiver without waitress's buffers."""

    completed = True
    error = None

    def __init__(self, body: bytes) -> None:
        self._file = BytesIO(body)

    def getfile(self) -> BytesIO:
        """Return the body as a file."""
        return self._file

    # Waitress closes the buffer when the request is answered.
    getbuf = getfile


class RequestParser(HTTPRequestParser):  # type: ignore[misc]
    """Reads one request."""

    def received(self, data: bytes) -> int:
        """Receive data. Return how much of it belongs to the request."""
        length = 0
        if self.body_rcv is None and not self.header_plus:
            length = self._receive_plain(data)
        length = length or int(super().received(data))
        if self.completed:
            # Nothing is left to ask for: waitress would ask, and wait for it instead of answering.
            self.expect_continue = False
        return length

    def parse_header(self, header_plus: bytes) -> None:
        """Parse the request line and the headers.

        Raises ParsingError, also for a header that continues on the next line (§5.2), if there is
        not exactly one Host (§3.2), and if a body is chunked twice or has a Content-Length too
        (§6.1), which a proxy in front may have used.
        """
        if _REQUEST_LINE.match(header_plus) is None:
            raise ParsingError("Start line is invalid")
        if _FOLDED_LINE.search(header_plus):
            raise ParsingError("A header must not continue on the next line")
        codings = b",".join(_TRANSFER_CODINGS.findall(header_plus)).lower()
        if codings.count(b"chunked") > 1:
            raise ParsingError("A body must not be chunked twice")
        super().parse_header(_SPACE_BEFORE_VALUE.sub(rb"\1 ", header_plus))
        host = self.headers.get("HOST")
        if "," in (host or "") or (host is None and self.version == "1.1"):
            raise ParsingError("A request needs exactly one Host header")
        options = self.headers.get("CONNECTION", "").lower().split(",")
        if len(options) > 1 and "close" in map(str.strip, options):
            # A list of options (RFC 9110 §7.6.1). Waitress compares the whole header.
            self.headers["CONNECTION"] = "close"
            self.connection_close: bool = True
        if isinstance(self.body_rcv, ChunkedReceiver):
            if "CONTENT_LENGTH" in self.headers:
                raise ParsingError("A chunked body must not have a Content-Length")
            self.body_rcv: Any = BoundedChunkedReceiver(self.body_rcv.getbuf())

    def _receive_plain(self, data: bytes) -> int:
        """Read a plain head with two expressions, in a third of the time, and its body if that
        arrived too. Return how much was read; 0 for any other head."""
        end = data.find(b"\r\n\r\n") + 4
        if not 4 <= end < self.adj.max_request_header_size:
            return 0
        match = _PLAIN_HEAD.fullmatch(data[:end].decode("latin-1"))
        if match is None:
            return 0
        method, uri, path, query, lines = match.group(1, 2, 3, 4, 5)
        fields = _LINES.findall(lines)
        headers = {_key(name): value for name, value in fields}
        length = headers.get("CONTENT_LENGTH", "0")
        # A repeated header is joined, or refused.
        if len(headers) < len(fields) or not _LENGTH.fullmatch(length):
            return 0
        if not _SPECIAL.isdisjoint(headers):
            return 0
        host = headers.get("HOST")
        if "," in headers.get("CONNECTION", ""):
            return 0
        if host is None or "," in host or int(length) >= self.adj.max_request_body_size:
            return 0
        self.first_line = data[: match.start(5) - 2]
        self.headers = headers
        self.command, self.request_uri, self.path, self.query = method, uri, path, query or ""
        self.version = "1.1"
        self.proxy_scheme = self.proxy_netloc = self.fragment = ""
        self.url_scheme = self.adj.url_scheme
        self.connection_close = headers.get("CONNECTION", "").lower() == "close"
        self.header_bytes_received = end
        self.headers_finished = True
        return self._receive_body(data, end, int(length))

    def _receive_body(self, data: bytes, start: int, length: int) -> int:
        self.content_length = length
        end = start + length
        if end > len(data):
            buffer = OverflowableBuffer(self.adj.inbuf_overflow)
            self.body_rcv = FixedStreamReceiver(length, buffer)
            return start
        if length:
            self.body_rcv = WholeBody(data[start:end])
            self.body_bytes_received = length
        self.completed = True
        return end


@lru_cache(maxsize=_MAX_NAMES)
def _key(name: str) -> str:
    return name.upper().replace("-", "_")
