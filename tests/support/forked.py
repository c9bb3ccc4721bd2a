"""``python -m tests.support.forked PORT``: a service that is made in no time.

The application is compiled once; for each line on standard input a process is forked that serves
it, whose id is printed. A killed process leaves behind only what it has committed.
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
    # Of all of them: who comes between two is answered by the next.
    listener = socket.create_server(("127.0.0.1", port), backlog=64)
    # Nobody asks how it ended.
    signal.signal(signal.SIGCHLD, signal.SIG_IGN)
    for _ in sys.stdin:
        child = os.fork()
        if child == 0:
            HttpServer(app, listener, threads=8).run(0)
            os._exit(0)
        print(child, flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
