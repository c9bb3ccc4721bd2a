"""``python -m tests.support.vanishing URL``, as root in a network of its own (``unshare --net``).

PostgreSQL's machine goes without closing its connections. Prints the seconds until two statements
failed: the first had been sent before and waited for its result, the second is sent afterwards.
"""

from __future__ import annotations

import socket
import subprocess
import sys
import threading
import time
from contextlib import suppress
from pathlib import Path

from sqlalchemy import Engine, text
from sqlalchemy.exc import OperationalError

from consent_app.db.engine import create_engine, database_url


def seconds_until_failure(engine: Engine, statement: str) -> float:
    started_at = time.monotonic()
    with suppress(OperationalError), engine.connect() as connection:
        connection.execute(text(statement))
        return 0.0
    return time.monotonic() - started_at


def measure(engine: Engine) -> list[float]:
    with engine.connect() as first, engine.connect() as second:
        first.execute(text("SELECT 1"))
        second.execute(text("SELECT 1"))
    seconds = [0.0, 0.0]

    def wait(place: int, statement: str) -> None:
        seconds[place] = seconds_until_failure(engine, statement)

    threads = [
        threading.Thread(target=wait, args=arguments, daemon=True)
        for arguments in ((0, "SELECT pg_sleep(60)"), (1, "SELECT 2"))
    ]
    threads[0].start()
    time.sleep(0.5)
    subprocess.run(["ip", "link", "set", "lo", "down"], check=True)
    threads[1].start()
    for thread in threads:
        thread.join(30)
    return seconds


def forward(socket_file: Path) -> int:
    """Forward connections from a port to a socket, and return the port."""
    listener = socket.create_server(("127.0.0.1", 0))

    def carry(source: socket.socket, target: socket.socket) -> None:
        while data := source.recv(65536):
            target.sendall(data)

    def accept() -> None:
        while True:
            caller, _ = listener.accept()
            server = socket.socket(socket.AF_UNIX)
            server.connect(str(socket_file))
            for pair in ((caller, server), (server, caller)):
                threading.Thread(target=carry, args=pair, daemon=True).start()

    threading.Thread(target=accept, daemon=True).start()
    port: int = listener.getsockname()[1]
    return port


def main(text_of_url: str) -> None:
    subprocess.run(["ip", "link", "set", "lo", "up"], check=True)
    url = database_url(text_of_url)
    port = url.query.get("port") or url.port or 5432
    socket_file = Path(str(url.query["host"])) / f".s.PGSQL.{port}"
    forwarded = url.set(host="127.0.0.1", port=forward(socket_file), query={})
    engine = create_engine(forwarded.render_as_string(hide_password=False))
    print(*measure(engine), flush=True)


if __name__ == "__main__":
    main(sys.argv[1])
