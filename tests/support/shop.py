"""The customer's side: a web server with pages that hold the install tag."""

from __future__ import annotations

import ssl
import threading
from collections.abc import Mapping
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

PARAGRAPHS = "\n".join(
    f'<p>Paragraph {number} of a page about pots. <a href="#p{number}">A link</a>.</p>'
    for number in range(12)
)


@dataclass
class Page:
    """One page: the tag's place, the code before it, and headers."""

    head: str = ""
    body: str = ""
    headers: Mapping[str, str] = field(default_factory=dict)
    lang: str = "en"

    def html(self) -> str:
        """The document."""
        return (
            f'<!doctype html><html lang="{self.lang}"><head><meta charset="utf-8"><title>Shop'
            '</title><meta name="viewport" content="width=device-width, initial-scale=1">'
            '<link rel="icon" href="data:,">'
            f"{self.head}</head><body>{self.body}<h1>A shop</h1>{PARAGRAPHS}</body></html>"
        )


class Shop:
    """Serves ``pages`` by (host, path) on its own port, and so on another origin than the
    service."""

    def __init__(self, tls: ssl.SSLContext | None = None) -> None:
        self.pages: dict[tuple[str, str], Page] = {}
        pages = self.pages

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                host = self.headers["Host"].partition(":")[0]
                page = pages.get((host, self.path.partition("?")[0]))
                body = page.html().encode() if page else b"Not found"
                self.send_response(200 if page else 404)
                self.send_header("Content-Type", "text/html; charset=utf-8")
                self.send_header("Content-Length", str(len(body)))
                for name, value in (page.headers if page else {}).items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *values: Any) -> None:
                """Keep the tests' output to the tests."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._scheme = "https" if tls else "http"
        if tls:
            self._server.socket = tls.wrap_socket(self._server.socket, server_side=True)
        self._thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        self._thread.start()

    def put(self, host: str, path: str, page: Page) -> str:
        """Serve the page there and return its address."""
        self.pages[host, path] = page
        return f"{self._scheme}://{host}:{self._server.server_address[1]}{path}"

    def close(self) -> None:
        """Stop."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join()
