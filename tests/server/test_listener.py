"""Listening sockets that accept no new connections."""

from __future__ import annotations

import socket
import subprocess
import sys
import time

import pytest

from consent_app.server.listener import drop_new_connections, listen
from tests.support.machine import needs_filters, needs_ipv6

HOSTS = ["127.0.0.1", pytest.param("::1", marks=needs_ipv6)]

UNPRIVILEGED = """
import encodings.idna, os, socket
from consent_app.server.listener import listen, drop_new_connections
if os.geteuid() == 0:
    os.setgroups([])
    os.setgid(65534)
    os.setuid(65534)
listener = listen("127.0.0.1", 0)
address = listener.getsockname()
before = socket.create_connection(address, timeout=60)
drop_new_connections([listener])
try:
    socket.create_connection(address, timeout=0.3)
except TimeoutError:
    accepted, _ = listener.accept()
    before.sendall(b"first")
    print(accepted.recv(10).decode())
"""
"""Some kernels let only privileged processes attach a filter to a socket."""


@needs_filters
@pytest.mark.parametrize("host", HOSTS)
def test_open_connections_stay_and_new_ones_wait_for_a_successor(host: str) -> None:
    listener = listen(host, 0)
    port = listener.getsockname()[1]
    with socket.create_connection((host, port), timeout=60) as before:
        drop_new_connections([listener])
        with pytest.raises(TimeoutError):
            socket.create_connection((host, port), timeout=0.3)
        accepted, _ = listener.accept()
        with accepted:
            before.sendall(b"first")
            assert accepted.recv(10) == b"first"
            # The buffer size that the connection inherited from the listener is large enough.
            time.sleep(0.1)
            accepted.sendall(b"an answer")
            assert before.recv(10) == b"an answer"
    later = socket.socket(listener.family)
    with later:
        later.setblocking(False)
        later.connect_ex((host, port))
        time.sleep(0.2)
        listener.close()
        with listen(host, port) as successor:
            # It may take the client's second or third attempt.
            successor.settimeout(60)
            successor.accept()[0].close()


@pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux's")
def test_a_process_without_privileges_takes_no_more_either() -> None:
    script = [sys.executable, "-c", UNPRIVILEGED]
    ran = subprocess.run(script, capture_output=True, text=True, check=False, timeout=60)
    assert (ran.stdout, ran.stderr) == ("first\n", "")
