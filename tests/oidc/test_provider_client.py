"""Redeeming a code at a provider that answers what it should not, or not at all."""

from __future__ import annotations

import logging
import threading
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor
from datetime import datetime
from http.server import BaseHTTPRequestHandler
from typing import Any

import pytest
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.oidc.endpoints import Endpoints
from consent_app.oidc.jwks import ProviderUnavailableError
from consent_app.oidc.provider_client import MAX_BYTES, CodeRefusedError, Grant, redeem_code
from consent_app.oidc.providers import MAX_REDEEMED_AT_ONCE
from consent_app.settings import IdentityProvider
from tests.oidc.conftest import FetchClock
from tests.oidc.test_authorization import BEGIN, CODE, LIST
from tests.support.harness import Harness
from tests.support.issuers import CLIENT, DISCOVERY, TOKEN, Issuer, dripping

GRANT = Grant("the code", "the verifier", "https://consent.example/sign-in/provider")


def begin(app: TestApp, issuer: Issuer, **changes: Any) -> dict[str, Any]:
    """Begin a sign-in; return what a page sends with a code."""
    start = app.post_json(BEGIN, {"issuer": issuer.url, **changes}, status=200).json
    back = {"signInToken": start["signInToken"], "state": start["state"], "code": "c"}
    return {**back, "nonce": start["authorizationUrl"].partition("&nonce=")[2].partition("&")[0]}


def complete(app: TestApp, start: dict[str, Any], status: int, **changes: str) -> dict[str, Any]:
    body = {name: start[name] for name in ("signInToken", "state", "code")}
    answer: dict[str, Any] = app.post_json(CODE, {**body, **changes}, status=status).json
    return answer


def gives(issuer: Issuer, now: datetime, **claims: Any) -> None:
    """Have the provider return a token for any code."""
    issuer.answers[TOKEN] = (200, {}, {"id_token": issuer.token(now, **claims)})


def test_providers_without_a_name_are_not_offered(
    app: TestApp, issuers: tuple[Issuer, Issuer]
) -> None:
    assert app.get(LIST).json == [{"issuer": issuers[0].url, "name": "First"}]
    for issuer in (issuers[1].url, "https://accounts.example"):
        assert app.post_json(BEGIN, {"issuer": issuer}, status=404).json["code"] == "not_found"


def test_the_token_must_contain_the_nonce(
    app: TestApp, application: Application, issuer: Issuer
) -> None:
    now = application.now()
    others = begin(app, issuer)["nonce"]
    for nonce in (None, "mine", others):
        start = begin(app, issuer, allowSignup=True)
        gives(issuer, now, nonce=nonce)
        assert complete(app, start, 401)["code"] == "invalid_id_token"
    start = begin(app, issuer, allowSignup=True)
    gives(issuer, now, nonce=start["nonce"])
    assert "accountToken" in complete(app, start, 200)
    gives(issuer, now, nonce=start["nonce"])
    # Another token with a nonce that was used.
    assert complete(app, start, 401)["code"] == "invalid_id_token"
    (first, *_) = issuer.posted
    assert first["grant_type"] == "authorization_code"
    assert first["client_id"] == CLIENT
    assert len(first["code_verifier"]) == 43


def test_an_issuer_is_compared_if_the_response_names_it(
    app: TestApp, application: Application, issuer: Issuer
) -> None:
    start = begin(app, issuer, allowSignup=True)
    gives(issuer, application.now(), nonce=start["nonce"])
    assert complete(app, start, 401, iss="https://other.example")["code"] == "invalid_code"
    assert issuer.posted == [], "a code of another provider is not sent to this one"
    complete(app, start, 200, iss=issuer.url)


def test_the_token_must_be_of_the_provider_at_which_the_sign_in_began(
    app: TestApp, application: Application, issuers: tuple[Issuer, Issuer]
) -> None:
    first, second = issuers
    start = begin(app, first, allowSignup=True)
    of_second = second.token(application.now(), nonce=start["nonce"])
    first.answers[TOKEN] = (200, {}, {"id_token": of_second})
    assert complete(app, start, 401)["code"] == "invalid_id_token"


def test_refusals_are_audited_with_their_reason(
    harness: Harness, app: TestApp, application: Application, issuer: Issuer
) -> None:
    start = begin(app, issuer)
    issuer.answers[TOKEN] = (400, {}, {"error": "invalid_grant"})
    # Other tests leave rows of times to come.
    before = {row.id for row in refusals(application)}
    complete(app, start, 401)
    complete(app, {**start, "state": "another"}, 401)
    complete(app, {**start, "signInToken": "nothing"}, 401)
    new = [row for row in refusals(application) if row.id not in before]
    assert [row.detail[0]["after"] for row in new] == ["code", "state", "beginning"]


def refusals(application: Application) -> Sequence[AuditEvent]:
    with application.database.session(read_only=True) as session:
        return session.scalars(
            select(AuditEvent)
            .where(AuditEvent.event == "sign_in.identity", AuditEvent.outcome == "refused")
            .order_by(AuditEvent.id)
        ).all()


@pytest.mark.parametrize(
    ("answer", "logged"),
    [
        ((401, {}, {"error": "invalid_client"}), "status 401 (invalid_client)"),
        ((500, {}, {"error": "no\nword"}), "status 500 (no error in words)"),
        ((302, {"Location": "/elsewhere"}, {}), "status 302"),
        ((200, {}, {}), "without an ID token"),
        ((200, {}, {"id_token": 7}), "without an ID token"),
        ((200, {}, []), "without an ID token"),
        ((200, {}, b"<html>"), "not JSON"),
        ((200, {}, b" " * (MAX_BYTES + 1)), "more than"),
    ],
)
def test_a_provider_that_answers_otherwise_is_unavailable(
    app: TestApp, issuer: Issuer, caplog: pytest.LogCaptureFixture, answer: Any, logged: str
) -> None:
    start = begin(app, issuer)
    issuer.answers[TOKEN] = answer
    with caplog.at_level(logging.WARNING):
        refused = complete(app, start, 503)
    assert refused["code"] == "identity_provider_unavailable"
    assert f"a sign-in code of {issuer.url} could not be redeemed" in caplog.text
    assert logged in caplog.text
    assert "/elsewhere" not in issuer.fetched


def test_a_provider_without_endpoints_is_unavailable(
    app: TestApp, issuer: Issuer, fetch_clock: FetchClock, caplog: pytest.LogCaptureFixture
) -> None:
    issuer.answers[DISCOVERY] = (200, {}, {**issuer.document(), "token_endpoint": None})
    with caplog.at_level(logging.WARNING):
        response = app.post_json(BEGIN, {"issuer": issuer.url}, status=503)
    assert response.json["code"] == "identity_provider_unavailable"
    # Either may be the one that is missing.
    assert f"{issuer.url}: its discovery document lacks" in caplog.text
    assert "authorization_endpoint or token_endpoint" in caplog.text


def test_a_hanging_provider_occupies_few_threads(harness: Harness, issuer: Issuer) -> None:
    app = harness.client()
    waiting, go_on = threading.Semaphore(0), threading.Event()

    def hang(handler: BaseHTTPRequestHandler) -> None:
        waiting.release()
        go_on.wait(4)
        handler.send_response(500)
        handler.end_headers()

    issuer.answers[TOKEN] = hang
    start = begin(app, issuer)
    with ThreadPoolExecutor(MAX_REDEEMED_AT_ONCE) as pool:
        pending = [
            pool.submit(complete, harness.client(), start, 503) for _ in range(MAX_REDEEMED_AT_ONCE)
        ]
        for _ in pending:
            assert waiting.acquire(timeout=4)
        body = {name: start[name] for name in ("signInToken", "state", "code")}
        response = app.post_json(CODE, body, status=503)
        assert response.headers["Retry-After"] == "5"
        assert not any(future.done() for future in pending)
        go_on.set()
        for future in pending:
            future.result(10)


@pytest.mark.parametrize("in_body", [False, True])
def test_a_secret_is_sent_by_the_method_of_the_provider(issuer: Issuer, in_body: bool) -> None:
    secrets: list[str | None] = []

    def note(handler: BaseHTTPRequestHandler) -> None:
        secrets.append(handler.headers["Authorization"])
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(b'{"id_token": "t"}')

    issuer.answers[TOKEN] = note
    provider = IdentityProvider(issuer.url, ("web",), name="X", client_secret="hush")
    endpoints = Endpoints("", issuer.url + TOKEN, secret_in_body=in_body)
    assert redeem_code(provider, endpoints, GRANT) == "t"
    (form,) = issuer.posted
    assert form.get("client_secret") == ("hush" if in_body else None)
    assert form.get("client_id") == ("web" if in_body else None)
    assert secrets == [None if in_body else "Basic d2ViOmh1c2g="]
    assert "hush" not in repr(provider)


def test_a_slow_response_of_a_provider_times_out(issuer: Issuer) -> None:
    issuer.answers[TOKEN] = dripping(seconds=3)
    provider = IdentityProvider(issuer.url, ("web",), name="X")
    with pytest.raises(ProviderUnavailableError, match=r"no response within 0\.3 seconds"):
        redeem_code(provider, Endpoints("", issuer.url + TOKEN), GRANT, total_seconds=0.3)
    issuer.answers[TOKEN] = (400, {}, {"error": "invalid_grant"})
    with pytest.raises(CodeRefusedError):
        redeem_code(provider, Endpoints("", issuer.url + TOKEN), GRANT)
