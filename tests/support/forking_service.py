"""``python -m tests.support.forking_service PORT``: a service that starts at once.

The application is created once. For each line on standard input, the program forks a process that
serves it, and prints the process's id. A killed process leaves behind only its commits.
"""

from __future__ import annotations

import os
import signal
import socket
import sys

from consent_app import make_app
from consent_app.server.http import HttpServer
from consent_app.settings import read_settings
from tests.support.harness import make_application


def main(port: int) -> None:
    app = make_app(make_application(read_settings({})))
    # All processes share the socket: the next process answers a client that connects before it
    # starts.
    listener = socket.create_server(("127.0.0.1", port), backlog=64)
    # The kernel removes ended processes, because nothing waits for them.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            HttpServer(app, listener, threads=8).run(0)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
