"""The bytes that are sent before a response's body."""

from __future__ import annotations

import re
import socket
import time
from collections.abc import Callable, Iterable, Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import pytest
from waitress.task import WSGITask

from consent_app.server.responses import ResponseTask
from tests.support.http_servers import serving

JSON = ("Content-Type", "application/json")


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """``/length``, ``/odd`` (its name in other letters), ``/none``, ``/nothing``."""
    header = {"length": "Content-Length", "odd": "content-LENGTH"}.get(environ["PATH_INFO"][1:])
    if environ["PATH_INFO"] == "/nothing":
        start_response("204 No Content", [])
        return []
    start_response("200 OK", [JSON, *([(header, "4")] if header else [])])
    return [b"done"]


@pytest.fixture(scope="module")
def port() -> Iterator[int]:
    with serving(app) as port:
        yield port


def answer(port: int, request: str) -> tuple[str, list[tuple[str, str]], bytes]:
    """Return the status line, the headers and what came of the body by when it was whole."""
    with socket.create_connection(("127.0.0.1", port), timeout=30) as connection:
        connection.sendall(f"{request}\r\nHost: localhost\r\n\r\n".encode())
        sent = b""
        while b"\r\n\r\n" not in sent or not (sent.endswith((b"done", b"\r\n\r\n", b"0\r\n\r\n"))):
            part = connection.recv(4096)
            if not part:
                break
            sent += part
    head, _, body = sent.partition(b"\r\n\r\n")
    first, *lines = head.decode("latin-1").split("\r\n")
    headers = [(name.lower(), value) for name, value in (line.split(": ", 1) for line in lines)]
    return first, headers, body


@pytest.mark.parametrize("path", ["/length", "/odd", "/none"])
@pytest.mark.parametrize(
    "connection",
    [
        "",
        "\r\nConnection: close",
        "\r\nConnection: Keep-Alive",
        "\r\nConnection: TE, close",
        "\r\nConnection: close ,te",
    ],
)
@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_each_header_is_sent_once(port: int, path: str, connection: str, version: str) -> None:
    first, headers, body = answer(port, f"GET {path} HTTP/{version}{connection}")
    assert re.fullmatch(rf"HTTP/{version} 200 OK", first)
    assert body == b"done"
    names = [name for name, _ in headers]
    assert len(names) == len(set(names))
    message = dict(headers)
    assert message["content-length"] == "4"
    assert message["content-type"] == "application/json"
    assert parsedate_to_datetime(message["date"]).tzinfo is not None
    closes = "close" in connection or (version == "1.0" and not connection)
    assert (message.get("connection", "").lower() == "close") is closes


def test_an_answer_without_a_body_has_no_length(port: int) -> None:
    first, headers, body = answer(port, "GET /nothing HTTP/1.1")
    assert first == "HTTP/1.1 204 No Content"
    assert {name for name, _ in headers} == {"date"}
    assert body == b""


@pytest.mark.parametrize("path", ["/length", "/none"])
def test_the_answer_to_head_has_the_length_but_no_body(port: int, path: str) -> None:
    first, headers, body = answer(port, f"HEAD {path} HTTP/1.1\r\nConnection: close")
    assert first == "HTTP/1.1 200 OK"
    assert dict(headers)["content-length"] == "4"
    assert body == b""


@pytest.mark.parametrize("connection", ["", "\r\nConnection: close"])
def test_the_answer_to_head_has_no_last_chunk(connection: str) -> None:
    def streamed(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [JSON])
        return iter(()) if environ["REQUEST_METHOD"] == "HEAD" else iter((b"do", b"ne"))

    requests = "HEAD / HTTP/1.1\r\nHost: localhost{}\r\n\r\n"
    with serving(streamed) as port, socket.create_connection(("127.0.0.1", port), 30) as sock:
        if not connection:
            sock.sendall(requests.format("").encode())
        sock.sendall(requests.format("\r\nConnection: close").encode())
        sent = b"".join(iter(lambda: sock.recv(4096), b""))
    *heads, rest = sent.split(b"\r\n\r\n")
    assert rest == b""
    assert len(heads) == (1 if connection else 2)
    for head in heads:
        assert head.startswith(b"HTTP/1.1 200 OK\r\n")
        assert b"Transfer-Encoding: chunked" in head


@pytest.mark.parametrize(
    "head",
    [
        "POST /v1/things?a=%20b HTTP/1.1\r\nContent-Type: text/plain\r\nContent-Length: 3",
        "POST ///v1//th%69ngs HTTP/1.0\r\nX-Some-Name: one\r\nX-Some-Name: two",
        "GET / HTTP/1.1\r\nHTTP-Host: one.example\r\nRemote-Addr: 192.0.2.1",
    ],
)
def test_the_environment_is_the_one_that_waitress_makes(head: str) -> None:
    results: list[dict[str, Any]] = []

    class Both(ResponseTask):
        def get_environment(self) -> dict[str, Any]:
            environ = super().get_environment()
            results.extend((environ, WSGITask.get_environment(self)))
            return environ

    with serving(app, Both) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(f"{head}\r\nHost: localhost\r\n\r\nabc".encode())
        assert connection.recv(4096).startswith(b"HTTP/1")
    environ, reference = results
    # The body's file, which is created if it does not exist.
    assert type(environ.pop("wsgi.input")) is type(reference.pop("wsgi.input"))
    assert environ == reference


def test_an_answer_to_a_slow_reader_is_sent_completely() -> None:
    body = bytes(range(256)) * 64 * 1024

    def big(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
        start_response("200 OK", [("Content-Length", str(len(body)))])
        return [body[:1000], b"", body[1000:]]

    with serving(big) as port, socket.create_connection(("127.0.0.1", port)) as connection:
        connection.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
        time.sleep(0.2)
        sent = b"".join(iter(lambda: connection.recv(1 << 20), b""))
    assert sent.partition(b"\r\n\r\n")[2] == body
