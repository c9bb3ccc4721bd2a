"""What goes on the wire before an answer's body."""

from __future__ import annotations

import re
import socket
from collections.abc import Callable, Iterable, Iterator
from email.utils import parsedate_to_datetime
from typing import Any

import pytest

from tests.support.http_servers import serving

JSON = ("Content-Type", "application/json")


def app(environ: dict[str, Any], start_response: Callable[..., Any]) -> Iterable[bytes]:
    """``/length``, ``/odd`` (its name in other letters), ``/none``, ``/nothing``."""
    named = {"length": "Content-Length", "odd": "content-LENGTH"}.get(environ["PATH_INFO"][1:])
    if environ["PATH_INFO"] == "/nothing":
        start_response("204 No Content", [])
        return []
    start_response("200 OK", [JSON, *([(named, "4")] if named else [])])
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
@pytest.mark.parametrize("connection", ["", "\r\nConnection: close", "\r\nConnection: Keep-Alive"])
@pytest.mark.parametrize("version", ["1.1", "1.0"])
def test_each_header_stands_once(port: int, path: str, connection: str, version: str) -> None:
    first, headers, body = answer(port, f"GET {path} HTTP/{version}{connection}")
    assert re.fullmatch(rf"HTTP/{version} 200 OK", first)
    assert body == b"done"
    names = [name for name, _ in headers]
    assert len(names) == len(set(names))
    told = dict(headers)
    assert told["content-length"] == "4"
    assert told["content-type"] == "application/json"
    assert parsedate_to_datetime(told["date"]).tzinfo is not None
    closes = connection.endswith("close") or (version == "1.0" and not connection)
    assert (told.get("connection", "").lower() == "close") is closes


def test_an_answer_without_a_body_has_no_length(port: int) -> None:
    first, headers, body = answer(port, "GET /nothing HTTP/1.1")
    assert first == "HTTP/1.1 204 No Content"
    assert {name for name, _ in headers} == {"date"}
    assert body == b""
