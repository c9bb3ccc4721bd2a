"""What is refused of a request before the application sees it."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from waitress.adjustments import Adjustments

from consent_app.server.requests import (
    MAX_FRAMING_BYTES,
    MAX_TRAILER_BYTES,
    BoundedChunkedReceiver,
    RequestParser,
)
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
    """Send the parts, even if the server stops reading, and return the response's status."""
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
        (f"{CHUNKED}Transfer-Encoding: Chunked\r\n", "400"),
        (f"{CHUNKED.replace('chunked', 'chunked , chunked')}", "400"),
        ("GET / HTTP/1.1 \r\nHost:  \t localhost \r\nEmpty:  \r\n", "200"),
        ("GET http://localhost/ HTTP/1.1\r\nHost: localhost\r\n", "200"),
        ("GET / HTTP/1.1\r\nHost: localhost\r\nFolded: a\r\n b\r\n", "400"),
        ("GET /\r\nHost: localhost\r\n", "200"),
        ("GET / more HTTP/1.1\r\nHost: localhost\r\n", "400"),
    ],
)
def test_a_request_has_one_host_and_one_framing(port: int, head: str, expected: str) -> None:
    assert status(port, f"{head}\r\n") == expected


@pytest.mark.parametrize(
    ("head", "expected"),
    [
        ("GET / HTTP/1.1\r\nHost: localhost\r\n", "200"),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 0\r\n", "200"),
        (f"POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: {9 << 20}\r\n", "413"),
        ("GET / HTTP/1.1\r\n", "400"),
        ("POST / HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n", "100"),
        (CHUNKED, "100"),
    ],
)
def test_a_client_is_asked_for_a_body_only_if_one_is_to_come(
    port: int, head: str, expected: str
) -> None:
    assert status(port, f"{head}Expect: 100-continue\r\n\r\n") == expected


@pytest.mark.parametrize(
    ("request_text", "expected", "code"),
    [
        ("GET /?q=m\u00fcller HTTP/1.1\r\nHost: a\r\n\r\n", 400, "validation_failed"),
        ("get / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "validation_failed"),
        (f"GET / HTTP/1.1\r\nA: {'a' * 20_000}\r\n\r\n", 431, "validation_failed"),
        (
            f"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: {9 << 20}\r\n\r\n",
            413,
            "content_too_large",
        ),
        (f"{CHUNKED}Transfer-Encoding: gzip\r\n\r\n", 501, "validation_failed"),
    ],
)
def test_a_request_that_cannot_be_read_is_answered_with_a_problem(
    port: int, request_text: str, expected: int, code: str
) -> None:
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(request_text.encode())
        received = b""
        # The server closes the connection after the response, whatever is still on its way to it.
        with suppress(ConnectionResetError):
            while part := connection.recv(4096):
                received += part
    head, _, body = received.partition(b"\r\n\r\n")
    problem = json.loads(body)
    assert head.split()[1] == str(expected).encode()
    assert b"\r\nContent-Type: application/problem+json\r\n" in head
    assert (problem["status"], problem["code"]) == (expected, code)
    assert "ller" not in str(problem)


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
def test_reading_chunks_uses_less_memory_than_their_content(
    port: int, size: int, expected: str
) -> None:
    chunk = f"{size:x}\r\n{'a' * size}\r\n"
    count = 8 * MAX_FRAMING_BYTES // len(chunk)
    parts = [chunk * (count // 64)] * 64
    assert status(port, f"{CHUNKED}\r\n", *parts, "0\r\n\r\n") == expected


class Slow(RequestParser):
    """Reads every head as waitress does."""

    def _receive_plain(self, data: bytes) -> int:
        return 0


def read(kind: type[RequestParser], head: bytes) -> dict[str, Any] | str:
    """Return how a parser reads a head and the beginning of a body, or why it refuses them."""
    request = kind(ADJUSTMENTS)
    count = request.received(head)
    while not request.completed and count < len(head):
        count += request.received(head[count:])
    if request.error is not None:
        return f"{type(request.error).__name__} {request.error.body}"
    names = "version command path query fragment proxy_scheme proxy_netloc url_scheme headers"
    names += " connection_close content_length chunked expect_continue first_line request_uri"
    names += " completed empty headers_finished header_bytes_received"
    results = {name: getattr(request, name, None) for name in names.split()}
    body = request.get_body_stream().read() if request.completed else None
    is_chunked = isinstance(request.body_rcv, BoundedChunkedReceiver)
    return results | {"length": count, "body": body, "chunked body": is_chunked}


ADJUSTMENTS = Adjustments(listen="127.0.0.1:0", max_request_header_size=4096)
PLAIN = b"POST /v1/things?limit=2 HTTP/1.1\r\nHost: localhost\r\nContent-Length: 3\r\n\r\nabc"


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (b"", b""),
        (b"POST", b"post"),
        (b"/v1/things", b"//v1//things"),
        (b"/v1/things", b"http://other.example/v1/things"),
        (b"/v1/things", b"/v1/th%69ngs#part"),
        (b"/v1/things", b"/v1/th\xffngs"),
        (b"/v1/things?limit=2", b"*"),
        (b"limit=2", b""),
        (b"limit=2", b"limit=%00&a=\xff"),
        (b" HTTP/1.1", b""),
        (b"HTTP/1.1", b"HTTP/1.0"),
        (b"HTTP/1.1", b"HTTP/2.0"),
        (b"HTTP/1.1\r\n", b"HTTP/1.1\n"),
        (b"HTTP/1.1\r\n", b"HTTP/1.1\r\n folded: line\r\n"),
        (b"Host: localhost", b"Host: localhost\r\nHost: other.example"),
        (b"Host: localhost", b"Host:localhost"),
        (b"Host: localhost", b"Host: \t localhost \t "),
        (b"Host: localhost", b"Host : localhost"),
        (b"Host: localhost", b"Host: localhost\r\n\tfolded"),
        (b"Host: localhost", b"Host: localhost\nX-Bare: line"),
        (b"Host: localhost", b"Host: local\rhost"),
        (b"Host: localhost", b"Host: local\x00host"),
        (b"Host: localhost", b"Host: l\xf6calhost"),
        (b"Host: localhost", b"Host: localhost\r\nX_Host: other"),
        (b"Host: localhost", b"Host: localhost\r\nX-Empty:\r\nX-Space: "),
        (b"Host: localhost", b"Host: localhost\r\nConnection: Close"),
        (b"Host: localhost", b"Host: localhost\r\nConnection: TE, close"),
        (b"Host: localhost", b"Host: localhost\r\nExpect: 100-continue"),
        (b"Host: localhost", b"Host: localhost\r\nTransfer-Encoding: chunked"),
        (b"Host: localhost", b"Host: localhost\r\nTransfer-Encoding: gzip"),
        (b"Host: localhost", b"Host: localhost\r\nTransfer_Encoding: chunked"),
        (b"Length: 3", b"Length: 3\r\nContent-Length: 3"),
        (b"Length: 3", b"Length: 3\r\nContent-Length: 4"),
        (b"Length: 3", b"Length: +3"),
        (b"Length: 3", b"Length: 3, 3"),
        (b"Length: 3", b"Length: 0003"),
        (b"Length: 3", b"Length: \xb3"),
        (b"Length: 3", b"Length: 0"),
        (b"Length: 3", b"Length: 0x3"),
        (b"Length: 3", b"Length: 2"),
        (b"Length: 3", b"Length: 4"),
        (b"Length: 3", b"Length: 99999999999"),
        (b"Length: 3", b"Length: " + b"9" * 3000),
        (b"Content-Length: 3", b"content-length: 3"),
        (b"POST", b"\r\n\r\nPOST"),
        (b"abc", b""),
    ],
)
def test_a_plain_head_is_read_as_any_other(old: bytes, new: bytes) -> None:
    head = PLAIN.replace(old, new, 1)
    assert read(RequestParser, head) == read(Slow, head)


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(PLAIN)),
            st.one_of(
                st.binary(max_size=2),
                st.sampled_from([b"\r\n", b"\n", b" ", b":", b"%", b"#", b"/", b"-", b"_", b"9"]),
            ),
            st.integers(0, 3),
        ),
        max_size=3,
    )
)
@settings(max_examples=1000, deadline=None)
def test_every_variant_of_a_request_head_is_parsed_the_same(
    changes: list[tuple[int, bytes, int]],
) -> None:
    head = PLAIN
    for place, text, dropped in changes:
        head = head[:place] + text + head[place + dropped :]
    assert read(RequestParser, head) == read(Slow, head)


def test_clients_send_plain_requests() -> None:
    request = RequestParser(ADJUSTMENTS)
    assert request._receive_plain(PLAIN) == len(PLAIN)


HEAD_BYTES = 15_000
TIMES = 100
"""The limit of a hostile head's time, as a multiple of that of a harmless one of the same size.
With waitress's own expressions, spaces took 1,000 times as long, and digits 60,000 times."""


def parse(head: bytes) -> None:
    RequestParser(Adjustments()).received(head + b"\r\nHost: a\r\n\r\n")


def seconds(head: bytes) -> float:
    began = time.thread_time()
    parse(head)
    return time.thread_time() - began


@pytest.mark.parametrize(
    "head",
    [
        b"GET a://%s x" % (b"1" * HEAD_BYTES),
        b"GET a://%s HTTP/1.x" % (b"b" * HEAD_BYTES),
        b"GET /%%41 HTTP/1.1\r\nA:%sb" % (b" " * HEAD_BYTES),
        b"GET /%%41 HTTP/1.1\r\nA:%s" % (b"\r\n " * (HEAD_BYTES // 3)),
        b"GET /%%41 HTTP/1.1\r\nA:%s\x01" % (b"\t" * HEAD_BYTES),
    ],
    ids=["digits", "letters", "spaces", "lines", "tabs"],
)
def test_no_head_takes_much_longer_than_others(head: bytes) -> None:
    harmless = max(seconds(b"GET /%%41 HTTP/1.1\r\nA: %s" % (b"b" * HEAD_BYTES)), 1e-3)
    assert seconds(head) <= TIMES * harmless
