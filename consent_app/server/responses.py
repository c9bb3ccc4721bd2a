"""Sending responses with few packets and little work."""

from __future__ import annotations

import sys
from functools import lru_cache
from typing import Any

from waitress.buffers import ReadOnlyFileBasedBuffer
from waitress.task import WSGITask
from waitress.utilities import build_http_date


class ResponseTask(WSGITask):  # type: ignore[misc]
    """Answers one request."""

    def get_environment(self) -> dict[str, Any]:
        """Return the request as PEP 3333 has it: waitress's, of which most is always the same."""
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

    def build_response_header(self) -> bytes:
        """Return the status line and the headers, as they go on the wire."""
        if self.channel.server.leaving.is_set():
            # This makes clients open a new connection, which another server answers.
            self.request.headers["CONNECTION"] = "close"
        stays_open = self.request.headers.get("CONNECTION", "").lower() != "close"
        if self.version == "1.1" and stays_open and self.has_body and self._has_length():
            return self._plain_header()
        header: bytes = super().build_response_header()
        return header

    def _has_length(self) -> bool:
        return any(
            len(name) == 14 and name.lower() == "content-length"
            for name, _ in self.response_headers
        )

    def _plain_header(self) -> bytes:
        # The same result as waitress for nearly every response, without its sorting and renaming of
        # headers, which takes as long as parsing the request. start_response has already refused
        # line breaks in names and values.
        lines = [f"{name}: {value}" for name, value in self.response_headers]
        date = _http_date(int(self.start_time))
        text = "\r\n".join([f"HTTP/1.1 {self.status}", *lines, f"Date: {date}\r\n\r\n"])
        return text.encode("latin-1")

    def write(self, data: bytes) -> None:
        """Send part of the body. The headers precede the first part."""
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

    def set_close_on_finish(self) -> None:
        """Close the connection after this response if necessary."""
        # Waitress closes the connection after every response without a Content-Length. One without
        # a body does not need that, and a chunked one has an end of its own. If a chunked response
        # said that the connection closes, Node.js would treat a truncated one as complete.
        wants_close = self.request.headers.get("CONNECTION", "").lower() == "close"
        ends_by_itself = self.chunked_response or not self.has_body
        if wants_close or self.version != "1.1" or not ends_by_itself:
            super().set_close_on_finish()


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


@lru_cache(maxsize=256)
def _variable(name: str) -> str:
    return name if name in ("CONTENT_LENGTH", "CONTENT_TYPE") else f"HTTP_{name}"
