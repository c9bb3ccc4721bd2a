"""What a request's span is told: the contract's words, and nothing that a client chose."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from webtest import TestApp

from consent_app.traces.traces import Span, Traces
from tests.support.small_service.site import make_application, make_site

PARENT = {"traceparent": f"00-{'1' * 32}-{'2' * 16}-01", "tracestate": "vendor=x"}


class Kept(Span):
    """A span that keeps what it is told."""

    def __init__(self, first_name: str, parent: Mapping[str, str]) -> None:
        self.names = [first_name]
        self.parent = dict(parent)
        self.notes: dict[str, str | int] = {}
        self.failed = False

    def name(self, name: str) -> None:
        self.names.append(name)

    def note(self, name: str, value: str | int) -> None:
        self.notes[name] = value

    def fail(self) -> None:
        self.failed = True


class Keeping(Traces):
    """Traces into a list."""

    enabled = True

    def __init__(self) -> None:
        self.spans: list[Kept] = []

    @contextmanager
    def request(self, method: str, parent: Mapping[str, str]) -> Iterator[Span]:
        span = Kept(method, parent)
        yield span
        self.spans.append(span)


@pytest.fixture
def traces() -> Keeping:
    return Keeping()


@pytest.fixture
def app(tmp_path: Path, traces: Keeping) -> Iterator[TestApp]:
    """The small service with traces, from the address of a trusted proxy."""
    application = make_application(tmp_path)
    application.traces = traces
    yield TestApp(make_site(application), extra_environ={"REMOTE_ADDR": "10.1.2.3"})
    application.database.dispose()


ID = "0197f0a0-0000-7000-8000-000000000001"


def send(app: TestApp, path: str, **options: Any) -> Any:
    return app.post_json(path, {"text": "secret"}, expect_errors=True, **options)


def test_a_span_is_named_after_the_route(app: TestApp, traces: Keeping) -> None:
    response = send(app, f"/v1/ordinary/{ID}?answer=invalid")
    (span,) = traces.spans
    assert span.names == ["POST", "POST /v1/ordinary/{id}"]
    assert span.notes == {
        "http.route": "/v1/ordinary/{id}",
        "http.response.status_code": 500,
        "consent.request_id": response.headers["X-Request-Id"],
    }
    assert span.failed


def test_a_refusal_has_not_failed_and_an_unknown_path_is_not_noted(
    app: TestApp, traces: Keeping
) -> None:
    send(app, f"/v1/direct/{ID}?unknown=1")
    send(app, "/v1/no/such/secret")
    refused, unknown = traces.spans
    assert (refused.names[-1], refused.notes["http.response.status_code"]) == (
        "POST /v1/direct/{id}",
        400,
    )
    assert not refused.failed
    assert unknown.notes["http.response.status_code"] == 404
    assert "secret" not in repr((unknown.names, unknown.notes))


def test_only_a_trusted_proxy_names_the_trace(app: TestApp, traces: Keeping) -> None:
    send(app, f"/v1/ordinary/{ID}", headers=PARENT)
    send(app, f"/v1/ordinary/{ID}", headers=PARENT, extra_environ={"REMOTE_ADDR": "192.0.2.1"})
    send(app, f"/v1/ordinary/{ID}")
    assert [span.parent for span in traces.spans] == [PARENT, {}, {}]


@pytest.mark.parametrize("method", ["X-SECRET", "SECRET"])
def test_an_unknown_method_is_not_repeated(app: TestApp, traces: Keeping, method: str) -> None:
    lenient = TestApp(app.app, lint=False)
    lenient.request(f"/v1/ordinary/{ID}", method=method, expect_errors=True)
    (span,) = traces.spans
    assert span.names == ["other", "other /v1/ordinary/{id}"]
    assert "SECRET" not in repr(span.notes)


def test_without_traces_there_is_no_such_tween(site: TestApp) -> None:
    from consent_app.http import tracing

    tweens = site.app.registry.introspector.get_category("tweens")
    names = {tween["introspectable"]["name"] for tween in tweens}
    assert names
    assert f"{tracing.__name__}.tracing_factory" not in names
