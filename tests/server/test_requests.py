"""What is refused of a request before the application sees it."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterable, Iterator
from typing import Any

import pytest

from consent_app.server.requests import MAX_FRAMING_BYTES, MAX_TRAILER_BYTES
from tests.support.http_servers import serving

CHUNKED = "POST / HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n"


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """Answer with the body's length."""
    length = str(len(environ["wsgi.input"].read())).encode()
    start_response("200 OK", [("Content-Length", str(len(length)))])
    return [length]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(app) as port:
        yield port


def status(port: int, *parts: str) -> str:
    """Send the parts, however much of them is taken, and return the answer's status."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        try:
            for part in parts:
                connection.sendall(part.encode())
        except OSError:
            pass
        return connection.recv(4096).decode("latin-1").split(" ", 2)[1]


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", "200"),
        ("GET / HTTP/1.0\r\n", "200"),
        ("GET / HTTP/1.1\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: one.example\r\nHost: other.example\r\n", "400"),
        ("GET / HTTP/1.1\r\nHost: one.example, other.example\r\n", "400"),
        (f"{CHUNKED}Content-Length: 3\r\n", "400"),
    ],
)
def test_a_request_has_one_host_and_one_framing(port: int, head: str, expected: str) -> None:
    assert status(port, f"{head}\r\n") == expected


@pytest.mark.parametrize(
    "body",
    ["3\r\nabc\r\n0\r\n\r\n", "3;name=value\r\nabc\r\n0\r\nSome: trailer\r\n\r\n"],
)
def test_a_body_in_chunks_is_taken(port: int, body: str) -> None:
    assert status(port, f"{CHUNKED}\r\n", body) == "200"


@pytest.mark.parametrize("start", ["2;", "0\r\nX: "])
def test_what_stands_around_chunks_is_bounded(port: int, start: str) -> None:
    # Two packets at the least, so that what came first is kept for the second.
    parts = [f"{CHUNKED}\r\n{start}", *(["a" * MAX_TRAILER_BYTES] * 256)]
    assert status(port, *parts) == "400"


@pytest.mark.parametrize(("size", "expected"), [(1, "400"), (8, "200")])
def test_chunks_cost_less_than_what_they_hold(port: int, size: int, expected: str) -> None:
    chunk = f"{size:x}\r\n{'a' * size}\r\n"
    count = 8 * MAX_FRAMING_BYTES // len(chunk)
    parts = [chunk * (count // 64)] * 64
    assert status(port, f"{CHUNKED}\r\n", *parts, "0\r\n\r\n") == expected
