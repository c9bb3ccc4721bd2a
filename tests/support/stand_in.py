"""An HTTP server on loopback that replaces an external service."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class StandIn:
    """Answers requests to ``url`` with ``handler``, in separate threads, until ``close``."""

    def __init__(self, handler: type[BaseHTTPRequestHandler], port: int = 0) -> None:
        # The body is written after the headers, and would wait 40 ms for a confirmation of these.
        handler.disable_nagle_algorithm = True
        self._server = ThreadingHTTPServer(("127.0.0.1", port), handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.02,))
        self._thread.start()

    def close(self) -> None:
        """Stop it."""
        self._server.shutdown()
        self._server.server_close()
        self._thread.join(5)
