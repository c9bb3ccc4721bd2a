"""Listening sockets that take no more."""

from __future__ import annotations

import socket
import sys
import time

import pytest

from consent_app.server.listener import listen, take_no_more

HOSTS = ["127.0.0.1", "::1"]


@pytest.mark.skipif(sys.platform != "linux", reason="a filter of Linux's")
@pytest.mark.parametrize("host", HOSTS)
def test_open_connections_stay_and_new_ones_wait_for_a_successor(host: str) -> None:
    listener = listen(host, 0)
    port = listener.getsockname()[1]
    with socket.create_connection((host, port), timeout=5) as before:
        take_no_more([listener])
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
            successor.settimeout(5)
            successor.accept()[0].close()
