"""When both clients retry a request, against a server with scripted answers."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from consent_client import ConsentError, RateLimited, Unavailable, new_idempotency_key, open_client

from tests.support import typescript

LATER = {"Retry-After": "0"}
SCRIPT = """
import { openClient, newIdempotencyKey } from "consent-client";

const { URL, CASES } = process.env;
const outcomes = [];
for (const { method, keyed, retries } of JSON.parse(CASES)) {
  const api = openClient(URL, retries === null ? {} : { retries });
  const headers = keyed ? { "Idempotency-Key": newIdempotencyKey() } : {};
  const body = method === "GET" ? {} : { body: {} };
  try {
    await api[method]("/v1/workspace", { headers, ...body });
    outcomes.push("ok");
  } catch (error) { outcomes.push(error.name); }
}
console.log(JSON.stringify(outcomes));
"""


class Scripted(ThreadingHTTPServer):
    """A server that answers with the statuses it was given, then with 200; it notes what came."""

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answers: list[tuple[int, dict[str, str]]] = []
        self.seen: list[dict[str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_address[1]}"


class _Handler(BaseHTTPRequestHandler):
    server: Scripted

    def answer(self) -> None:
        self.rfile.read(int(self.headers.get("Content-Length", 0)))
        self.server.seen.append({name.lower(): value for name, value in self.headers.items()})
        status, headers = self.server.answers.pop(0) if self.server.answers else (200, {})
        body = json.dumps({"code": "refused"}).encode()
        self.send_response(status)
        for name, value in {**headers, "Content-Type": "application/json"}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    do_GET = do_PATCH = answer  # noqa: N815 - names of the standard library

    def log_message(self, *args: Any) -> None:
        """Say nothing."""


@pytest.fixture
def server() -> Iterator[Scripted]:
    server = Scripted()
    yield server
    server.shutdown()
    server.server_close()


CASES = [
    # method, with a key, retries, answers, requests made, outcome
    ("GET", False, None, [(503, LATER)], 2, "ok"),
    ("GET", False, None, [(429, LATER)] * 2, 3, "ok"),
    ("GET", False, None, [(429, LATER)] * 3, 3, "RateLimited"),
    ("GET", False, 0, [(503, LATER)], 1, "Unavailable"),
    ("GET", False, None, [(503, {})], 1, "Unavailable"),
    ("GET", False, None, [(503, {"Retry-After": "3600"})], 1, "Unavailable"),
    ("GET", False, None, [(500, LATER)], 1, "Unavailable"),
    ("PATCH", False, None, [(503, LATER)], 1, "Unavailable"),
    ("PATCH", True, None, [(503, LATER)], 2, "ok"),
]


@pytest.mark.parametrize(("method", "keyed", "retries", "answers", "attempts", "outcome"), CASES)
def test_the_python_client_retries_repeatable_requests(
    server: Scripted,
    method: str,
    keyed: bool,
    retries: int | None,
    answers: list[Any],
    attempts: int,
    outcome: str,
) -> None:
    server.answers = list(answers)
    headers = {"Idempotency-Key": str(new_idempotency_key())} if keyed else {}
    options = {} if retries is None else {"retries": retries}
    with open_client(server.url, **options) as client:
        try:
            client.get_httpx_client().request(method, "/v1/workspace", headers=headers)
            name = "ok"
        except ConsentError as error:
            name = type(error).__name__
    assert name == outcome
    assert len(server.seen) == attempts
    assert all(sent["user-agent"].startswith("consent-client-python/") for sent in server.seen)
    assert len({sent.get("idempotency-key") for sent in server.seen}) == 1
    assert {RateLimited, Unavailable}


def test_the_typescript_client_retries_repeatable_requests(
    server: Scripted, node_project: Path
) -> None:
    server.answers = [
        answer for case in CASES for answer in (*case[3], *([(200, {})] if case[5] == "ok" else []))
    ]
    cases = [{"method": case[0], "keyed": case[1], "retries": case[2]} for case in CASES]
    result = typescript.run_script(node_project, SCRIPT, URL=server.url, CASES=json.dumps(cases))
    assert result == [case[5] for case in CASES]
    assert len(server.seen) == sum(case[4] for case in CASES)
    assert all(headers["user-agent"].startswith("consent-client-js/") for headers in server.seen)
