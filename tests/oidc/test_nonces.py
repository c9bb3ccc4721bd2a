"""The route's own refusals: tokens, bodies, limits, and unavailable providers."""

from __future__ import annotations

import base64
import hashlib
import hmac
import json
from collections.abc import Callable
from datetime import datetime
from typing import Any

import jwt
import pytest
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from limits import RateLimitItemPerSecond
from sqlalchemy import select
from webtest import TestApp

from consent_app.application import Application
from consent_app.events.models import AuditEvent
from consent_app.oidc import nonces
from consent_app.oidc.jwks import JwkSet
from consent_app.oidc.models import UsedIdToken
from consent_app.oidc.provider_client import fetch_keys
from consent_app.oidc.providers import Provider, Providers
from consent_app.settings import IdentityProvider
from tests.oidc.conftest import FetchClock
from tests.support.factories import make_person, unique
from tests.support.harness import Harness, MovableClock
from tests.support.issuers import CLIENT, DISCOVERY, KEYS, Issuer, public_jwk, rsa_key

PATH = "/v1/auth/identity-provider"
SignIn = Callable[..., dict[str, Any]]


def hmac_token(issuer: Issuer, now: datetime) -> str:
    secret = issuer.key.public_key().public_bytes(Encoding.PEM, PublicFormat.SubjectPublicKeyInfo)
    parts = [{"alg": "HS256", "kid": issuer.key_id}, issuer.claims(now)]
    signed = ".".join(segment(json.dumps(part).encode()) for part in parts)
    return f"{signed}.{segment(hmac.digest(secret, signed.encode(), hashlib.sha256))}"


def segment(content: bytes) -> str:
    return base64.urlsafe_b64encode(content).rstrip(b"=").decode()


FORGERIES: dict[str, Callable[[Issuer, datetime], str]] = {
    "none": lambda i, now: jwt.encode(i.claims(now), None, "none", headers={"kid": i.key_id}),
    "hmac": hmac_token,
    "foreign key": lambda i, now: i.sign(i.claims(now), key=rsa_key(1)),
    "foreign kid": lambda i, now: i.sign(i.claims(now), key=rsa_key(1), headers={"kid": "foreign"}),
    "jwk": lambda i, now: i.sign(
        i.claims(now), key=rsa_key(1), headers={"jwk": public_jwk(rsa_key(1))}
    ),
    "jku": lambda i, now: i.sign(
        i.claims(now), key=rsa_key(1), headers={"jku": "https://evil.example/keys"}
    ),
    "audience": lambda i, now: i.token(now, aud="stranger"),
    "audience list": lambda i, now: i.token(now, aud=[CLIENT, "stranger"]),
    "no exp": lambda i, now: i.token(now, exp=None),
    "no iat": lambda i, now: i.token(now, iat=None),
    "no sub": lambda i, now: i.token(now, sub=None),
    "no email": lambda i, now: i.token(now, email=None),
    "no email_verified": lambda i, now: i.token(now, email_verified=None),
    "expired": lambda i, now: i.token(now, exp=int(now.timestamp()) - 1),
    "from the future": lambda i, now: i.token(now, iat=int(now.timestamp()) + 120),
    "another issuer": lambda i, now: i.token(now, iss="https://accounts.example"),
    "garbage": lambda i, now: "garbage",
    "random bytes": lambda i, now: "\x01💥\u0663",
    "long": lambda i, now: "A" * 16384,
}


def test_every_forgery_gets_one_answer(
    app: TestApp, application: Application, issuer: Issuer
) -> None:
    bodies = set()
    for forge in FORGERIES.values():
        body = {"idToken": forge(issuer, application.now()), "allowSignup": True}
        response = app.post_json(PATH, body, status=401)
        assert response.headers["WWW-Authenticate"] == "Bearer"
        bodies.add(response.body)
    assert len(bodies) == 1
    assert json.loads(bodies.pop())["code"] == "invalid_id_token"


def test_refusals_are_audited_with_their_reason_and_without_the_token(
    app: TestApp, application: Application, issuer: Issuer, clock: MovableClock
) -> None:
    refusals = select(AuditEvent).where(
        AuditEvent.event == "sign_in.identity", AuditEvent.outcome == "refused"
    )
    with application.database.session(read_only=True) as session:
        former = {row.id for row in session.scalars(refusals)}
    now = clock.freeze()
    for name in ("hmac", "foreign key", "audience", "garbage"):
        app.post_json(PATH, {"idToken": FORGERIES[name](issuer, now)}, status=401)
    unverified = issuer.token(now, email_verified=False)
    app.post_json(PATH, {"idToken": unverified}, status=403)
    with application.database.session(read_only=True) as session:
        rows = [row for row in session.scalars(refusals) if row.id not in former]
    results = [{change["name"]: change["after"] for change in row.detail} for row in rows]
    [address] = {row.address_hash for row in rows}
    assert address is not None
    assert {detail["reason"] for detail in results} >= {
        "algorithm",
        "signature",
        "audience",
        "form",
        "email_not_verified",
    }
    assert {detail.get("issuer") for detail in results} == {issuer.url, None}


def test_a_token_is_taken_once(app: TestApp, application: Application, issuer: Issuer) -> None:
    body = {"idToken": issuer.token(application.now(), exp=10**12), "allowSignup": True}
    app.post_json(PATH, body, status=200)
    assert app.post_json(PATH, body, status=401).json["code"] == "invalid_id_token"
    # Written otherwise it is the same token: the last character of a signature has spare bits.
    signature = body["idToken"][-1]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for other in letters:
        if other != signature:
            altered = {**body, "idToken": body["idToken"][:-1] + other}
            app.post_json(PATH, altered, status=401)


def test_a_refused_sign_in_leaves_the_token(
    app: TestApp, application: Application, issuer: Issuer
) -> None:
    """After `account_not_found` a client may continue with `allowSignup`."""
    body = {"idToken": issuer.token(application.now())}
    app.post_json(PATH, body, status=404)
    app.post_json(PATH, body | {"allowSignup": True}, status=200)


def test_a_token_is_taken_within_ten_minutes(
    app: TestApp, issuer: Issuer, clock: MovableClock
) -> None:
    now = clock.freeze()
    early, late = (
        {"idToken": issuer.token(now, exp=10**12), "allowSignup": True} for _ in range(2)
    )
    clock.move(seconds=599)
    app.post_json(PATH, early, status=200)
    clock.move(seconds=2)
    assert app.post_json(PATH, late, status=401).json["code"] == "invalid_id_token"


def test_uses_are_forgotten_once_they_could_not_be_repeated(
    harness: Harness, app: TestApp, issuer: Issuer, clock: MovableClock
) -> None:
    def uses() -> set[bytes]:
        with harness.application.database.session(read_only=True) as session:
            return set(session.scalars(select(UsedIdToken.digest)))

    of_other_tests = uses()
    token = issuer.token(clock.freeze(), exp=10**12)
    app.post_json(PATH, {"idToken": token, "allowSignup": True}, status=200)
    added = uses() - of_other_tests
    assert added
    nonces.purge(harness.application, {})
    assert added <= uses()
    clock.move(hours=1)
    nonces.purge(harness.application, {})
    assert not added & uses()


NONCE = "/v1/auth/identity-provider/nonce"


def test_a_nonce_of_ours_is_used_once_and_expires(
    app: TestApp, issuer: Issuer, clock: MovableClock
) -> None:
    clock.freeze(clock().replace(microsecond=0))

    def with_nonce(nonce: str, status: int) -> None:
        token = issuer.token(clock(), nonce=nonce)
        app.post_json(PATH, {"idToken": token, "allowSignup": True}, status=status)

    first = app.post(NONCE, status=200).json["nonce"]
    with_nonce(first, 200)
    with_nonce(first, 401)
    second = app.post(NONCE, status=200).json["nonce"]
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    for other in letters:
        if other != second[-1]:
            with_nonce(second[:-1] + other, 401)
    for wrong in ("cn1.", "cn1.x.y", second[:-4], f"{second}A", "cn1.\u00fc.\u00fc"):
        with_nonce(wrong, 401)
    clock.move(minutes=10)
    with_nonce(second, 401)
    # What a page made itself is the page's own matter.
    with_nonce("the page's own", 200)


ASKED: dict[str, tuple[dict[str, Any], dict[str, Any], dict[str, Any]]] = {
    "acr": ({"acr_values": ("high",)}, {"acr": "high"}, {"acr": "low"}),
    "amr": ({"amr_values": ("mfa", "hwk")}, {"amr": ["pwd", "mfa"]}, {"amr": ["pwd"]}),
    "amr text": ({"amr_values": ("mfa",)}, {"amr": ["mfa"]}, {"amr": "mfa"}),
    "auth_time": ({"max_age": 300}, {"auth_time": -300}, {"auth_time": -301}),
    "auth_time ahead": ({"max_age": 300}, {"auth_time": 60}, {"auth_time": 61}),
    "nonce": ({"require_nonce": True}, {"nonce": "ours"}, {"nonce": "the page's own"}),
}


@pytest.mark.parametrize("name", ASKED)
def test_the_claims_that_settings_require(
    harness: Harness,
    app: TestApp,
    issuer: Issuer,
    clock: MovableClock,
    monkeypatch: pytest.MonkeyPatch,
    name: str,
) -> None:
    settings, right, wrong = ASKED[name]
    now = clock.freeze(clock().replace(microsecond=0))
    provider = IdentityProvider(issuer.url, (CLIENT,), **settings)
    providers = Providers(
        [Provider(provider, lambda provider: fetch_keys(provider, development=True))]
    )
    monkeypatch.setitem(harness.application._services, Providers, providers)

    def present(claims: dict[str, Any], status: int) -> None:
        claims = dict(claims)
        if "auth_time" in claims:
            claims["auth_time"] += int(now.timestamp())
        if claims.get("nonce") == "ours":
            claims["nonce"] = app.post(NONCE, status=200).json["nonce"]
        body = {"idToken": issuer.token(now, **claims), "allowSignup": True}
        app.post_json(PATH, body, status=status)

    present(right, 200)
    present(wrong, 401)
    present({}, 401)


def test_no_nonce_is_issued_without_a_provider(
    harness: Harness, app: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(harness.application._services, Providers, Providers([]))
    assert app.post(NONCE, status=503).json["code"] == "identity_provider_unavailable"


def test_no_token_of_this_service_is_one(app: TestApp, application: Application) -> None:
    person = make_person(app, application.now())
    app.post_json(PATH, {"idToken": person.account_token}, status=401)


@pytest.mark.parametrize(
    "body",
    [
        {},
        {"idToken": None},
        {"idToken": ""},
        {"idToken": 7},
        {"idToken": ["x"]},
        {"idToken": "A" * 16385},
        {"idToken": "a\x00.b.c"},
        {"idToken": "x", "allowSignup": "true"},
        {"idToken": "x", "allowSignup": None},
        {"idToken": "x", "allowSignup": 1},
        {"idToken": "x", "orgSlug": ""},
        {"idToken": "x", "orgSlug": None},
        {"idToken": "x", "orgSlug": "x" * 64},
        {"idToken": "x", "issuer": "https://evil.example"},
        [],
    ],
)
def test_a_body_that_does_not_fit(app: TestApp, body: Any) -> None:
    assert app.post_json(PATH, body, status=400).json["code"] == "validation_failed"


def test_a_megabyte_is_refused(app: TestApp) -> None:
    response = app.post_json(PATH, {"idToken": "A" * 1_000_000}, status="*")
    assert response.status_int in (400, 413)


def test_attempts_from_one_address_are_limited(
    harness: Harness, app: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    limits = harness.wsgi.registry.api.rate_limits
    assert limits.policies["identities"].amount == 1200, "ten times 120, in development"
    few = RateLimitItemPerSecond(3, 60, namespace=unique())
    monkeypatch.setitem(limits._policies, "identities", few)
    for _ in range(3):
        app.post_json(PATH, {"idToken": "x"}, status=401)
    refused = app.post_json(PATH, {"idToken": "x"}, status=429)
    assert refused.json["code"] == "rate_limited"
    assert int(refused.headers["Retry-After"]) > 0
    harness.client().post_json(PATH, {"idToken": "x"}, status=401)


def test_without_a_provider_sign_in_is_unavailable(
    harness: Harness, app: TestApp, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(harness.application._services, Providers, Providers([]))
    response = app.post_json(PATH, {"idToken": "x"}, status=503)
    assert response.json["code"] == "identity_provider_unavailable"
    assert int(response.headers["Retry-After"]) > 0


def test_an_unavailable_provider_is_reported_and_the_others_work(
    app: TestApp,
    application: Application,
    issuers: tuple[Issuer, Issuer],
    issuer: Issuer,
    fetch_clock: FetchClock,
) -> None:
    issuer.answers[DISCOVERY] = (500, {}, {})
    body = {"idToken": issuer.token(application.now()), "allowSignup": True}
    response = app.post_json(PATH, body, status=503)
    assert response.json["code"] == "identity_provider_unavailable"
    assert 60 <= int(response.headers["Retry-After"]) <= 61
    second_body = {"idToken": issuers[1].token(application.now()), "allowSignup": True}
    app.post_json(PATH, second_body, status=200)
    issuer.answers.clear()
    app.post_json(PATH, body, status=503)
    fetch_clock.seconds += 60
    app.post_json(PATH, body, status=200)


def test_a_hundred_unknown_keys_over_http(
    harness: Harness, application: Application, issuer: Issuer, fetch_clock: FetchClock
) -> None:
    app, before = harness.client(), issuer.fetches
    claims = issuer.claims(application.now())
    for number in range(100):
        token = issuer.sign(claims, headers={"kid": f"unknown-{number}"})
        app.post_json(PATH, {"idToken": token}, status=401)
    assert issuer.fetches - before == 1
    fetch_clock.seconds += 60
    app.post_json(PATH, {"idToken": token}, status=401)
    assert issuer.fetches - before == 2


def test_no_connection_is_in_use_while_keys_are_fetched(
    harness: Harness,
    app: TestApp,
    application: Application,
    issuer: Issuer,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    connections = []

    def fetch(provider: IdentityProvider) -> JwkSet:
        database = application.database
        connections.append(
            [
                engine.pool.checkedout()  # type: ignore[attr-defined]
                for engine in (database.engine, database.autonomous_engine)
            ]
        )
        return fetch_keys(provider, development=True)

    provider = IdentityProvider(issuer.url, (CLIENT,))
    providers = Providers([Provider(provider, fetch)])
    monkeypatch.setitem(harness.application._services, Providers, providers)
    body = {"idToken": issuer.token(application.now()), "allowSignup": True}
    app.post_json(PATH, body, status=200)
    assert connections == [[0, 0]]
    assert KEYS in issuer.fetched
