"""Sending responses with few packets and little work."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Iterable, Sized
from functools import lru_cache
from itertools import chain
from operator import itemgetter
from typing import Any

from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.task import ErrorTask, WSGITask, hop_by_hop
from waitress.utilities import build_http_date

from consent_app.errors import AppError, ContentTooLarge, ValidationFailed

_NAMES = 256


_REFUSALS = {
    413: ContentTooLarge("A request body has 8 MiB at most, and the operations accept less."),
    431: ValidationFailed("The request line and the headers have 16 KiB at most."),
    501: ValidationFailed(
        "Send the body with a Content-Length, or chunked. Nothing else is accepted."
    ),
}
_MALFORMED = ValidationFailed(
    "The request is not valid HTTP. In a path or a query, percent-encode everything but ASCII."
)
_FAILED = AppError()


class RefusalTask(ErrorTask):  # type: ignore[misc]
    """Answers what cannot be read as a request with problem details, like the application."""

    def execute(self) -> None:
        """Send the response. It repeats nothing of the request."""
        status = self.request.error.code
        error = _REFUSALS.get(status) or (_MALFORMED if status < 500 else _FAILED)
        # Waitress has more statuses than there are errors.
        body = json.dumps(error.problem() | {"status": status}).encode()
        self.status: str = f"{status} {self.request.error.reason}"
        self.response_headers += [
            ("Content-Type", "application/problem+json"),
            ("Cache-Control", "no-store"),
            ("X-Content-Type-Options", "nosniff"),
        ]
        self.set_close_on_finish()
        # What is left of the request is not read.
        self.channel.refused = True
        self.content_length: int = len(body)
        self.write(body)


class ResponseTask(WSGITask):  # type: ignore[misc]
    """Answers one request."""

    def get_environment(self) -> dict[str, Any]:
        """Return waitress's environ of the request (PEP 3333)."""
        request, channel = self.request, self.channel
        server, (host, port, *_) = channel.server, channel.addr
        return {
            **_ENVIRONMENT,
            "REMOTE_ADDR": host,
            "REMOTE_HOST": host,
            "REMOTE_PORT": str(port),
            "REQUEST_METHOD": request.command,
            "SERVER_PORT": str(server.effective_port),
            "SERVER_NAME": server.server_name,
            "SERVER_PROTOCOL": f"HTTP/{self.version}",
            # However many slashes it begins with.
            "PATH_INFO": f"/{path.lstrip('/')}" if (path := request.path)[:1] == "/" else path,
            "REQUEST_URI": request.request_uri,
            "QUERY_STRING": request.query,
            "wsgi.url_scheme": request.url_scheme,
            "wsgi.input": request.get_body_stream(),
            "waitress.client_disconnected": channel.check_client_disconnected,
            **{_variable(name): value for name, value in request.headers.items()},
        }

    def execute(self) -> None:
        """Call the application, and send its response (PEP 3333)."""
        app_iter = self.channel.server.application(self.get_environment(), self.start_response)
        is_handed_over = False
        try:
            if isinstance(app_iter, ReadOnlyFileBasedBuffer):
                is_handed_over = self._send_file(app_iter)
            if not is_handed_over:
                self._send_parts(app_iter)
        finally:
            if not is_handed_over and hasattr(app_iter, "close"):
                app_iter.close()

    def start_response(
        self, status: str, headers: list[tuple[str, str]], exc_info: Any = None
    ) -> Callable[[bytes], None]:
        """Accept the status and the headers. Checks all of them at once, instead of one by one.

        Raises AssertionError for a second call and for a header of the connection, TypeError for a
        value that is not a string, ValueError for a line break, and the error of ``exc_info`` if
        the headers were already sent.
        """
        if exc_info is not None:
            if self.wrote_header:
                raise exc_info[1]
            self.response_headers: list[tuple[str, str]] = []
            self.content_length: int | None = None
        elif self.complete:
            raise AssertionError("start_response was called twice")
        text = "".join(chain((status,), *headers))
        if "\n" in text or "\r" in text:
            raise ValueError("a line break in the status or a header")
        self.complete: bool = True
        self.status: str = status
        for name, value in headers:
            if _is_length(name):
                self.content_length = int(value)
        self.response_headers += headers
        return self.write

    def _send_parts(self, app_iter: Iterable[bytes]) -> None:
        is_whole = isinstance(app_iter, Sized) and len(app_iter) == 1
        for part in app_iter:
            if is_whole and self.content_length is None:
                self.content_length = len(part)
            # The headers are sent with the first part that is not empty.
            if part:
                self.write(part)
        length = self.content_length
        if length in (None, self.content_bytes_written) or self.request.command == "HEAD":
            return
        # Otherwise the client would wait for the rest.
        self.set_close_on_finish()
        self.logger.warning("a body has %s bytes of %s", self.content_bytes_written, length)

    def _send_file(self, file: Any) -> bool:
        """Return whether the channel sends the file, and closes it."""
        size = file.prepare(self.content_length)
        if not size:
            return False
        if size != self.content_length:
            if self.content_length is not None:
                self.remove_content_length_header()
            self.content_length = size
        self.write(b"")
        self.channel.write_soon(file)
        return True

    def build_response_header(self) -> bytes:
        """Return the status line and the headers, as bytes to be sent."""
        if self.channel.server.leaving.is_set():
            # This makes clients open a new connection, which another server answers.
            self.request.headers["CONNECTION"] = "close"
        stays_open = self.request.headers.get("CONNECTION", "").lower() != "close"
        if self.version == "1.1" and stays_open and self.has_body and self._has_length():
            return self._plain_header()
        header: bytes = super().build_response_header()
        return header

    def _has_length(self) -> bool:
        return any(map(_is_length, map(itemgetter(0), self.response_headers)))

    def _plain_header(self) -> bytes:
        # The same result as waitress for nearly every response, without its sorting and renaming of
        # headers, which takes as long as parsing the request. start_response has already refused
        # line breaks in names and values.
        lines = [f"{name}: {value}" for name, value in self.response_headers]
        date = _http_date(int(self.start_time))
        text = "\r\n".join([f"HTTP/1.1 {self.status}", *lines, f"Date: {date}\r\n\r\n"])
        return text.encode("latin-1")

    def write(self, data: bytes) -> None:
        """Send part of the body. The headers precede the first part, and HEAD gets only them."""
        if self.request.command == "HEAD":
            data = b""
        if self.complete and not self.wrote_header and data:
            header = self.build_response_header()
            self.wrote_header: bool = True
            if self.has_body and self.content_length == len(data):
                # One packet, not two.
                self.content_bytes_written = len(data)
                self.channel.write_soon(header + data)
                return
            self.channel.write_soon(header)
        super().write(data)

    def finish(self) -> None:
        """End the response. The one to HEAD has no last chunk, because it has no body."""
        if not self.wrote_header:
            self.write(b"")
        if self.request.command == "HEAD":
            self.chunked_response: bool = False
        super().finish()

    def set_close_on_finish(self) -> None:
        """Close the connection after this response if necessary."""
        # Waitress closes the connection after every response without a Content-Length. One without
        # a body does not need that, and a chunked one marks its own end. If a chunked response said
        # that the connection closes, Node.js would treat a truncated one as complete.
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        ends_by_itself = self.chunked_response or not self.has_body
        if wants_close or self.version != "1.1" or not ends_by_itself:
            super().set_close_on_finish()


@lru_cache(maxsize=_NAMES)
def _is_length(name: str) -> bool:
    lower = name.lower()
    if lower in hop_by_hop:
        raise AssertionError(f"{name} is a header of the connection (PEP 3333)")
    return lower == "content-length"


@lru_cache(maxsize=2)
def _http_date(second: int) -> str:
    date: str = build_http_date(second)
    return date


_ENVIRONMENT = {
    "SCRIPT_NAME": "",
    "SERVER_SOFTWARE": None,
    "wsgi.version": (1, 0),
    "wsgi.errors": sys.stderr,
    "wsgi.multithread": True,
    "wsgi.multiprocess": False,
    "wsgi.run_once": False,
    "wsgi.file_wrapper": ReadOnlyFileBasedBuffer,
    "wsgi.input_terminated": True,
}


@lru_cache(maxsize=_NAMES)
def _variable(name: str) -> str:
    return name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
