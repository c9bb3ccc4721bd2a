"""Sign-ins that begin and end here, at a real provider (npm's oidc-provider), by its pages."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.oidc.jwks import JwkSet
from consent_app.oidc.provider_client import fetch_keys
from consent_app.oidc.providers import Provider, Providers
from consent_app.settings import IdentityProvider
from tests.support.account_mails import last_token
from tests.support.factories import bearer, make_panel, unique
from tests.support.harness import Harness, MovableClock
from tests.support.node_provider import MissingPackagesError, NodeProvider
from tests.support.processes import free_port

BEGIN = "/v1/auth/identity-provider/authorization"
CODE = "/v1/auth/identity-provider/code"
LIST = "/v1/auth/identity-providers"
CLIENTS = {
    "a page's": {"client_ids": ("site-ES256",)},
    "a server's": {"client_ids": ("server: one",), "client_secret": "a secret: +/%?"},
}


@pytest.fixture(scope="module")
def node_provider(
    project: Path, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[NodeProvider]:
    log = tmp_path_factory.mktemp("authorization") / "provider.log"
    redirect_uri = "http://localhost:6543/sign-in/provider"
    try:
        provider = NodeProvider(project, free_port(), log, redirect_uri)
    except MissingPackagesError as error:
        pytest.skip(str(error))
    yield provider
    provider.stop()


@pytest.fixture(params=sorted(CLIENTS))
def identity_provider(
    request: pytest.FixtureRequest, node_provider: NodeProvider
) -> IdentityProvider:
    """The provider's row of the settings: once for each kind of client."""
    return IdentityProvider(node_provider.url, name="Node", **CLIENTS[request.param])


@pytest.fixture
def connections_in_use(
    harness: Harness, identity_provider: IdentityProvider, monkeypatch: pytest.MonkeyPatch
) -> list[list[int]]:
    """Configure the provider; return the number of open connections at each fetch."""
    connections: list[list[int]] = []
    database = harness.application.database

    def fetch(provider: IdentityProvider) -> JwkSet:
        connections.append(
            [
                engine.pool.checkedout()  # type: ignore[attr-defined]
                for engine in (database.engine, database.autonomous_engine)
            ]
        )
        return fetch_keys(provider, development=True)

    providers = Providers([Provider(identity_provider, fetch)])
    monkeypatch.setitem(harness.application._services, Providers, providers)
    return connections


@pytest.fixture
def app(harness: Harness, connections_in_use: list[list[int]]) -> TestApp:
    return harness.client()


def begin(app: TestApp, provider: NodeProvider, **changes: Any) -> dict[str, Any]:
    body = {"issuer": provider.url, **changes}
    answer: dict[str, Any] = app.post_json(BEGIN, body, status=200).json
    return answer


def come_back(beginning: dict[str, Any], returned: dict[str, str]) -> dict[str, str]:
    """Return what a page sends that the provider has sent somebody back to."""
    response = {name: returned[name] for name in ("state", "code", "iss")}
    return {"signInToken": beginning["signInToken"], **response}


def test_signing_up_then_in_to_the_account(app: TestApp, node_provider: NodeProvider) -> None:
    name = unique("ann")
    beginning = begin(app, node_provider)
    assert app.get(LIST).json == [{"issuer": node_provider.url, "name": "Node"}]
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], name))
    assert app.post_json(CODE, back, status=404).json["code"] == "account_not_found"
    beginning = begin(app, node_provider, allowSignup=True)
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], name))
    response = app.post_json(CODE, back, status=200)
    assert response.headers["Cache-Control"] == "no-store"
    account = app.get("/v1/account", headers=bearer(response.json["accountToken"]), status=200).json
    assert account["email"] == f"{name}@example.com"
    # A code is good once, and so is the nonce in what it gives.
    assert app.post_json(CODE, back, status=401).json["code"] == "invalid_code"


def test_signing_in_to_a_workspace(
    harness: Harness, app: TestApp, application: Application, node_provider: NodeProvider
) -> None:
    panel = make_panel(app, application.now())
    verification = last_token(harness, panel.person.email, "confirm")
    app.post_json("/v1/auth/email/verify", {"token": verification}, status=200)
    name, slug = panel.person.email.partition("@")[0], panel.organization["slug"]
    beginning = begin(app, node_provider, orgSlug=slug)
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], name))
    session = app.post_json(CODE, back, status=200).json
    assert session["organization"]["slug"] == slug
    app.get("/v1/domains", headers=bearer(session["accessToken"]), status=200)


def test_the_authorization_url_has_state_nonce_and_challenge(
    app: TestApp, node_provider: NodeProvider, identity_provider: IdentityProvider
) -> None:
    first, second = begin(app, node_provider), begin(app, node_provider)
    query = parse_qs(urlsplit(first["authorizationUrl"]).query)
    assert query["client_id"] == [identity_provider.client_ids[0]]
    assert query["redirect_uri"] == ["http://localhost:6543/sign-in/provider"]
    assert query["scope"] == ["openid email profile"]
    assert query["state"] == [first["state"]]
    assert query["code_challenge_method"] == ["S256"]
    # It reaches no log of ours.
    assert query["response_mode"] == ["fragment"]
    second_query = parse_qs(urlsplit(second["authorizationUrl"]).query)
    for name in ("state", "nonce", "code_challenge"):
        assert query[name] != second_query[name]
        assert query[name][0] not in first["signInToken"]


def test_a_code_of_another_authorization_is_refused(
    app: TestApp, node_provider: NodeProvider
) -> None:
    """PKCE: an intercepted code cannot be used in another sign-in."""
    victim = begin(app, node_provider, allowSignup=True)
    overheard = node_provider.sign_in(victim["authorizationUrl"], unique("vic"))
    attacker = begin(app, node_provider, allowSignup=True)
    body = come_back(attacker, {**overheard, "state": attacker["state"]})
    assert app.post_json(CODE, body, status=401).json["code"] == "invalid_code"


def test_mismatched_values_are_refused(app: TestApp, node_provider: NodeProvider) -> None:
    beginning = begin(app, node_provider, allowSignup=True)
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], unique("bo")))
    without_issuer = {name: back[name] for name in back if name != "iss"}
    others = begin(app, node_provider)
    for wrong in (
        {**back, "state": others["state"]},
        {**back, "signInToken": others["signInToken"]},
        {**back, "signInToken": back["signInToken"][:-1] + "!"},
        {**back, "signInToken": "x"},
        {**back, "iss": "https://other.example"},
        # The provider declares that it always names itself: an answer without a name is another's.
        without_issuer,
        {**back, "code": "no code"},
    ):
        assert app.post_json(CODE, wrong, status=401).json["code"] == "invalid_code"
    app.post_json(CODE, {**back, "more": 1}, status=400)
    # None of that has spent the code.
    app.post_json(CODE, back, status=200)


def test_an_authorization_expires_after_ten_minutes(
    app: TestApp, node_provider: NodeProvider, clock: MovableClock
) -> None:
    clock.freeze(clock().replace(microsecond=0))
    clock.move(minutes=-10)
    beginning = begin(app, node_provider, allowSignup=True)
    clock.move(minutes=10)
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], unique("di")))
    assert app.post_json(CODE, back, status=401).json["code"] == "invalid_code"


def test_no_connection_is_in_use_while_the_provider_is_called(
    app: TestApp, node_provider: NodeProvider, connections_in_use: list[list[int]]
) -> None:
    beginning = begin(app, node_provider, allowSignup=True)
    back = come_back(beginning, node_provider.sign_in(beginning["authorizationUrl"], unique("cy")))
    app.post_json(CODE, back, status=200)
    assert connections_in_use == [[0, 0]]
