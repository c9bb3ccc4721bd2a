"""Stopping the HTTP server: requests that arrived in time are answered."""

from __future__ import annotations

import http.client
import os
import socket
import threading
import time
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from typing import Any

import pytest

from consent_app.server import channel
from consent_app.server.channel import Channel
from consent_app.server.connections import ConnectionLimits
from consent_app.server.http import HttpServer
from consent_app.server.listener import PortTakenError, listen
from tests.support.machine import needs_filters
from tests.support.waiting import until

BIG = b"x" * (20 * 1024 * 1024)


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """``/sleep/SECONDS``, ``/big``, ``/stream/SECONDS`` in ten parts, ``/broken``, ``/nothing``."""
    kind, _, value = environ["PATH_INFO"].strip("/").partition("/")
    if kind == "nothing":
        start_response("204 No Content", [])
        return []
    if kind == "stream":
        start_response("200 OK", [])
        return parts(float(value) / 10)
    if kind == "broken":
        start_response("200 OK", [])
        return broken()
    if kind == "sleep":
        time.sleep(float(value))
    body = BIG if kind == "big" else b"done"
    start_response("200 OK", [("Content-Length", str(len(body)))])
    return [body]


def parts(seconds: float) -> Iterator[bytes]:
    for number in range(10):
        time.sleep(seconds)
        yield str(number).encode()


def broken() -> Iterator[bytes]:
    yield b"some"
    raise RuntimeError("the rest is not to be had")


class Running:
    """A server in its own thread."""

    def __init__(
        self,
        grace: float,
        threads: int,
        limits: ConnectionLimits | None = None,
        neighbours: Sequence[socket.socket] = (),
    ) -> None:
        listener = listen("127.0.0.1", 0)
        self.port: int = listener.getsockname()[1]
        self.server = HttpServer(
            app, listener, threads=threads, limits=limits, neighbours=neighbours
        )
        self.unanswered: int | None = None
        self._thread = threading.Thread(target=self._run, args=(grace,))
        self._thread.start()

    def _run(self, grace: float) -> None:
        self.unanswered = self.server.run(grace)

    def connect(self) -> http.client.HTTPConnection:
        return http.client.HTTPConnection("127.0.0.1", self.port, timeout=30)

    def get(self, path: str) -> bytes:
        connection = self.connect()
        try:
            connection.request("GET", path)
            return connection.getresponse().read()
        finally:
            connection.close()

    def wait_for_requests(self, count: int) -> None:
        """Wait until that many have begun to arrive, and are not answered to their end yet.

        A client can have its answer a moment before the server has counted it as given.
        """

        def waiting() -> list[Channel]:
            # A copy, because the server's thread changes it.
            channels = [one for one in list(self.server._map.values()) if isinstance(one, Channel)]
            return [one for one in channels if one.requests or one.request]

        until(lambda: len(waiting()) == count)

    def stop(self) -> None:
        self.server.stop()

    def join(self) -> None:
        self._thread.join(30)
        assert not self._thread.is_alive()


@contextmanager
def running(
    grace: float = 8,
    threads: int = 4,
    limits: ConnectionLimits | None = None,
    neighbours: Sequence[socket.socket] = (),
) -> Iterator[Running]:
    server = Running(grace, threads, limits, neighbours)
    try:
        yield server
    finally:
        server.stop()
        server.join()


def test_requests_in_flight_are_answered_even_those_that_wait_for_a_thread() -> None:
    with running(threads=2) as server, ThreadPoolExecutor(6) as pool:
        answers = [pool.submit(server.get, "/sleep/0.6") for _ in range(6)]
        server.wait_for_requests(6)
        server.stop()
        assert [answer.result() for answer in answers] == [b"done"] * 6
        server.join()
    assert server.unanswered == 0


def test_a_streamed_answer_is_sent_to_its_end() -> None:
    with running() as server, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.get, "/stream/1")
        server.wait_for_requests(1)
        server.stop()
        assert answer.result() == b"0123456789"


def test_an_answer_that_is_read_slowly_is_sent_to_its_end() -> None:
    with running() as server:
        connection = server.connect()
        connection.request("GET", "/big")
        response = connection.getresponse()
        received = len(response.read(1024))
        server.stop()
        while chunk := response.read(1024 * 1024):
            received += len(chunk)
            time.sleep(0.05)
        connection.close()
        assert received == len(BIG)
        server.join()
    assert server.unanswered == 0


def test_a_request_still_being_sent_is_answered() -> None:
    with running() as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        client.sendall(b"GET /sleep/0 HTTP/1.1\r\nHost: x\r\n")
        server.wait_for_requests(1)
        server.stop()
        time.sleep(0.2)
        client.sendall(b"\r\n")
        received = b""
        while chunk := client.recv(4096):
            received += chunk
    assert received.endswith(b"done")
    assert b"Connection: close\r\n" in received


def test_a_connection_opened_just_before_is_answered() -> None:
    with running() as server, socket.create_connection(("127.0.0.1", server.port)) as client:
        server.stop()
        time.sleep(0.1)
        client.sendall(b"GET /sleep/0 HTTP/1.1\r\nHost: x\r\n\r\n")
        assert b"done" in client.recv(4096)


@needs_filters
def test_after_a_stop_no_connection_is_accepted_and_idle_ones_do_not_delay_it() -> None:
    with running() as server, ThreadPoolExecutor(1) as pool:
        idle = server.connect()
        idle.request("GET", "/sleep/0")
        idle.getresponse().read()
        server.wait_for_requests(0)
        busy = pool.submit(server.get, "/sleep/1")
        server.wait_for_requests(1)
        server.stop()
        time.sleep(0.2)
        with pytest.raises(ConnectionRefusedError):
            server.get("/sleep/0")
        assert idle.sock.recv(1) == b""
        idle.close()
        assert busy.result() == b"done"


@needs_filters
def test_a_kept_alive_connection_gets_one_more_answer_after_the_stop(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(channel, "NEXT_REQUEST_SECONDS", 5.0)
    with running() as server:
        connection = server.connect()
        connection.request("GET", "/sleep/0")
        connection.getresponse().read()
        server.stop()
        time.sleep(0.3)
        connection.request("GET", "/sleep/0")
        response = connection.getresponse()
        assert response.read() == b"done"
        assert response.getheader("Connection") == "close"
        connection.close()


def test_a_stop_that_comes_when_the_server_has_ended_by_itself_is_no_error() -> None:
    with running() as server:
        wake = server.server._server.pull_trigger

        def wake_late() -> None:
            # The loop also looks each second whether it is to end.
            server.join()
            wake()

        server.server._server.pull_trigger = wake_late
        server.stop()
    assert server.unanswered == 0


def test_slow_requests_are_cut_off_and_counted() -> None:
    with running(grace=0.5) as server, ThreadPoolExecutor(1) as pool:
        answer = pool.submit(server.get, "/sleep/3")
        server.wait_for_requests(1)
        server.stop()
        server.join()
        assert server.unanswered == 1
        with pytest.raises((http.client.HTTPException, OSError)):
            answer.result()


def test_an_answer_without_a_body_keeps_the_connection() -> None:
    with running() as server:
        connection = server.connect()
        for _ in range(2):
            connection.request("POST", "/nothing")
            response = connection.getresponse()
            response.read()
            assert response.status == 204
            assert response.getheader("Connection") is None
            assert response.getheader("Server") is None
        connection.request("GET", "/sleep/0", headers={"Connection": "close"})
        assert connection.getresponse().getheader("Connection") == "close"
        connection.close()


def test_a_streamed_answer_is_delimited_and_keeps_the_connection() -> None:
    with running() as server:
        connection = server.connect()
        for _ in range(2):
            connection.request("GET", "/stream/0.2")
            response = connection.getresponse()
            assert response.getheader("Transfer-Encoding") == "chunked"
            assert response.getheader("Connection") is None
            assert response.read() == b"0123456789"
        connection.close()


def test_a_streamed_answer_that_breaks_off_has_no_end() -> None:
    with running() as server:
        connection = server.connect()
        connection.request("GET", "/broken")
        response = connection.getresponse()
        assert response.getheader("Connection") is None
        with pytest.raises(http.client.IncompleteRead):
            response.read()
        connection.close()


def test_connections_waiting_at_a_dead_process_are_answered_by_another() -> None:
    with listen("127.0.0.1", 0) as of_the_dead, running(neighbours=[of_the_dead]) as server:
        connections = [
            http.client.HTTPConnection(*of_the_dead.getsockname(), timeout=30) for _ in range(30)
        ]
        for connection in connections:
            connection.request("GET", "/sleep/0")
        answers = [connection.getresponse().read() for connection in connections]
        assert answers == [b"done"] * 30
        # Its own are served as ever, and those connections are kept like any other.
        assert server.get("/sleep/0") == b"done"
        connections[0].request("GET", "/sleep/0")
        assert connections[0].getresponse().read() == b"done"
        for connection in connections:
            connection.close()


def test_a_live_neighbour_accepts_its_own_connections() -> None:
    with running() as neighbour:
        listener = neighbour.server._server.socket
        with (
            socket.socket(fileno=os.dup(listener.fileno())) as shared,
            running(neighbours=[shared]) as server,
        ):
            connections = []
            server.server._take_over = connections.append  # type: ignore[method-assign]
            for _ in range(30):
                assert neighbour.get("/sleep/0.05") == b"done"
            assert connections == []


def test_a_port_in_use_is_reported_in_one_sentence() -> None:
    with listen("127.0.0.1", 0) as listener:
        port = listener.getsockname()[1]
        with pytest.raises(PortTakenError, match=rf"^Port {port} of 127.0.0.1 is taken\. "):
            listen("127.0.0.1", port)


def test_a_foreign_address_is_reported_in_one_sentence() -> None:
    with pytest.raises(PortTakenError, match=r"Cannot listen on port 6543 of 192\.0\.2\.1"):
        listen("192.0.2.1", 6543)


def test_a_clock_that_jumps_ahead_closes_no_connection(monkeypatch: pytest.MonkeyPatch) -> None:
    with running() as server:
        connection = server.connect()
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"done"
        kept = connection.sock
        # The thread that answered is done with it a little later.
        time.sleep(0.3)
        real = time.time
        monkeypatch.setattr(time, "time", lambda: real() + 3600)
        # The server looks at its connections every second.
        for _ in range(5):
            time.sleep(0.5)
            assert server.get("/") == b"done"
        connection.request("GET", "/")
        assert connection.getresponse().read() == b"done"
        assert connection.sock is kept
        connection.close()
