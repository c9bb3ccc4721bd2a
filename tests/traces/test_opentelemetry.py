"""Spans of running processes, as a collector receives them over HTTP."""

from __future__ import annotations

import json
import threading
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from opentelemetry.proto.trace.v1.trace_pb2 import Span

from consent_app.application import utc_now
from tests.support.databases import Databases
from tests.support.factories import Site, accept_all, bearer, make_panel, make_site
from tests.support.forwarding import live_client
from tests.support.harness import SECRET_KEYS
from tests.support.web_processes import WebProcess

VISITOR = "2001:db8:4343::99"
USER_AGENT = "Mozilla/5.0 (Traced; Browser)"
TRACE = "0af7651916cd43dd8448eb211c80319c"
PARENT = "b7ad6b7169203331"


class Collector:
    """Receives OTLP as protobuf, as an OpenTelemetry collector does."""

    def __init__(self) -> None:
        self.received: list[bytes] = []
        collector = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                assert self.path == "/v1/traces"
                assert self.headers["Content-Type"] == "application/x-protobuf"
                collector.received.append(body)
                self.send_response(200)
                self.end_headers()

            def log_message(self, *more: object) -> None:
                pass

        self._server = HTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        threading.Thread(target=self._server.serve_forever, daemon=True).start()

    def close(self) -> None:
        self._server.shutdown()
        self._server.server_close()

    def resources(self) -> list[dict[str, str]]:
        return [
            {attribute.key: attribute.value.string_value for attribute in batch.resource.attributes}
            for request in self._requests()
            for batch in request.resource_spans
        ]

    def spans(self) -> list[Span]:
        return [
            span
            for request in self._requests()
            for batch in request.resource_spans
            for scope in batch.scope_spans
            for span in scope.spans
        ]

    def _requests(self) -> list[ExportTraceServiceRequest]:
        return [ExportTraceServiceRequest.FromString(item) for item in tuple(self.received)]

    def wait_for(self, request_id: str) -> Span:
        """Return the span of a request, once it was received."""
        deadline = time.monotonic() + 30
        while True:
            for span in self.spans():
                if attributes(span).get("consent.request_id") == request_id:
                    return span
            assert time.monotonic() < deadline, [span.name for span in self.spans()]
            time.sleep(0.1)


def attributes(span: Span) -> dict[str, str | int]:
    return {
        attribute.key: attribute.value.int_value or attribute.value.string_value
        for attribute in span.attributes
    }


class Traced:
    """A service of two web processes and a worker, its collector, and a site."""

    def __init__(self, process: WebProcess, collector: Collector, site: Site) -> None:
        self.process, self.collector, self.site = process, collector, site

    def ask(self, path: str, body: object = None, **headers: str) -> tuple[int, str]:
        """Return the status of an answer, and its request id."""
        request = urllib.request.Request(
            f"{self.process.url}{path}",
            None if body is None else json.dumps(body).encode(),
            {"Content-Type": "application/json", "User-Agent": USER_AGENT}
            | {name.replace("_", "-"): value for name, value in headers.items()},
        )
        try:
            with urllib.request.urlopen(request, timeout=10) as response:
                return response.status, response.headers["X-Request-Id"]
        except urllib.error.HTTPError as error:
            with error:
                return error.code, error.headers["X-Request-Id"]


@pytest.fixture(scope="module")
def traced(databases: Databases, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Traced]:
    folder = tmp_path_factory.mktemp("traced")
    url = databases.fresh("postgresql" if databases.has("postgresql") else "sqlite")
    collector = Collector()
    settings = {
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_WORKERS": "2",
        "CONSENT_TRACE_ENDPOINT": collector.url,
        "CONSENT_TRACE_PERCENT": "100",
        "OTEL_BSP_SCHEDULE_DELAY": "200",
    }
    process = WebProcess(url, folder / "var", folder / "log", settings)
    process.start("serve")
    try:
        process.wait_until_ready()
        site = make_site(make_panel(live_client(process.url, VISITOR), utc_now()))
        yield Traced(process, collector, site)
    finally:
        process.stop()
        collector.close()


def test_a_request_is_a_span_with_its_statements_within(traced: Traced) -> None:
    status, request_id = traced.ask(
        "/v1/api/consent-events?limit=3&q=secretly", **bearer(traced.site.key)
    )
    assert status == 200
    span = traced.collector.wait_for(request_id)
    assert span.name == "GET /v1/api/consent-events"
    assert span.kind == Span.SPAN_KIND_SERVER
    assert attributes(span) == {
        "http.request.method": "GET",
        "http.route": "/v1/api/consent-events",
        "http.response.status_code": 200,
        "consent.request_id": request_id,
    }
    assert span.parent_span_id == b""
    within = [item for item in traced.collector.spans() if item.parent_span_id == span.span_id]
    assert "SELECT consent_receipts" in {entry.name for entry in within}
    assert {item.kind for item in within} == {Span.SPAN_KIND_CLIENT}
    assert {"consent-app"} == {
        resource["service.name"] for resource in traced.collector.resources()
    }


def test_a_decision_is_a_span(traced: Traced) -> None:
    path = f"/v1/public/domains/{traced.site.id}/consents"
    status, request_id = traced.ask(path, accept_all(), Origin=traced.site.origin)
    assert status == 201
    span = traced.collector.wait_for(request_id)
    assert span.name == "POST /v1/public/domains/{domainId}/consents"
    assert attributes(span)["http.response.status_code"] == 201


def test_a_refusal_and_an_unknown_path_name_no_path(traced: Traced) -> None:
    status, request_id = traced.ask("/v1/nothing-but-secrets/here")
    assert status == 404
    span = traced.collector.wait_for(request_id)
    assert span.name == "GET an unknown path"
    assert span.status.code == 0


def test_the_trace_of_a_trusted_proxy_continues(traced: Traced) -> None:
    # In development this machine is trusted.
    _, request_id = traced.ask("/v1/health/ready", Traceparent=f"00-{TRACE}-{PARENT}-01")
    span = traced.collector.wait_for(request_id)
    assert (span.trace_id.hex(), span.parent_span_id.hex()) == (TRACE, PARENT)


def test_jobs_are_spans(traced: Traced) -> None:
    deadline = time.monotonic() + 30
    while not (jobs := [s for s in traced.collector.spans() if s.name.startswith("job ")]):
        assert time.monotonic() < deadline
        time.sleep(0.1)
    assert {job.kind for job in jobs} == {Span.SPAN_KIND_CONSUMER}
    # To look for jobs is part of none.
    roots = {span.name for span in traced.collector.spans() if not span.parent_span_id}
    assert not [name for name in roots if name.startswith(("SELECT", "UPDATE", "INSERT"))]


def test_no_span_says_who_it_was(traced: Traced) -> None:
    path = f"/v1/public/domains/{traced.site.id}/consents"
    _, request_id = traced.ask(
        path, accept_all(), Origin=traced.site.origin, **{"X-Forwarded-For": VISITOR}
    )
    traced.collector.wait_for(request_id)
    sent = b"".join(traced.collector.received)
    person = traced.site.panel.person
    for message in (
        VISITOR,
        USER_AGENT,
        "secretly",
        "nothing-but-secrets",
        traced.site.key,
        person.email,
        traced.site.id,
        traced.site.hostname,
    ):
        assert message.encode() not in sent, message


def test_an_untrusted_client_cannot_choose_the_trace(databases: Databases, tmp_path: Path) -> None:
    collector = Collector()
    settings = {
        "CONSENT_SECRET_KEYS": SECRET_KEYS,
        "CONSENT_TRACE_ENDPOINT": collector.url,
        "CONSENT_TRACE_PERCENT": "100",
        "CONSENT_TRUSTED_PROXIES": "192.0.2.1",
    }
    process = WebProcess(databases.fresh("sqlite"), tmp_path / "var", tmp_path / "log", settings)
    process.start("serve")
    try:
        process.wait_until_ready()
        request = urllib.request.Request(
            f"{process.url}/v1/health/live", headers={"Traceparent": f"00-{TRACE}-{PARENT}-01"}
        )
        with urllib.request.urlopen(request, timeout=10) as response:
            request_id = response.headers["X-Request-Id"]
        # What waits is sent at the end.
        assert process.stop() == 0
        span = collector.wait_for(request_id)
        assert span.trace_id.hex() != TRACE
        assert span.parent_span_id == b""
    finally:
        process.stop()
        collector.close()
