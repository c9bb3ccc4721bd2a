"""The application with identity providers: one that signs anything, and oidc-provider-mock."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest
from webtest import TestApp

from consent_app.application import Application
from consent_app.oidc.providers import build_providers
from tests.support.databases import Databases
from tests.support.harness import Harness, make_harness, make_settings
from tests.support.issuers import CLIENT, Issuer
from tests.support.mock_provider import CLIENT as MOCK_CLIENT
from tests.support.mock_provider import MockProvider

SignIn = Callable[..., dict[str, Any]]


@pytest.fixture(scope="session")
def running_issuers() -> Iterator[tuple[Issuer, Issuer]]:
    """Two providers that sign any token."""
    both = Issuer(), Issuer()
    both[1].rotate(1, "second's")
    yield both
    for issuer in both:
        issuer.close()


@pytest.fixture(scope="session")
def mock_provider(tmp_path_factory: pytest.TempPathFactory) -> Iterator[MockProvider]:
    """A complete provider, oidc-provider-mock."""
    provider = MockProvider(tmp_path_factory.mktemp("oidc") / "mock.log")
    provider.start()
    yield provider
    provider.stop()


@dataclass
class Providing:
    """Creates applications that accept the providers."""

    databases: Databases
    folder: Any
    rows: list[dict[str, Any]]
    harnesses: dict[str, Harness]

    def of(self, dialect: str) -> Harness:
        """Return the application on the shared database of that kind."""
        if dialect not in self.harnesses:
            settings = make_settings(
                self.databases.shared(dialect),
                self.folder / f"var-{dialect}",
                identity_providers=json.dumps(self.rows),
            )
            self.harnesses[dialect] = make_harness(settings)
        return self.harnesses[dialect]


@pytest.fixture(scope="session")
def providing(
    databases: Databases,
    running_issuers: tuple[Issuer, Issuer],
    mock_provider: MockProvider,
    tmp_path_factory: pytest.TempPathFactory,
) -> Iterator[Providing]:
    """The applications of this process that accept the providers."""
    rows: list[dict[str, Any]] = [
        {"issuer": item.url, "client_ids": [CLIENT, "consent-app"]} for item in running_issuers
    ]
    rows[0]["name"] = "First"
    rows.append({"issuer": mock_provider.url, "client_ids": [MOCK_CLIENT]})
    providing = Providing(databases, tmp_path_factory.mktemp("identity"), rows, {})
    yield providing
    for harness in providing.harnesses.values():
        harness.application.database.dispose()


@pytest.fixture
def harness(providing: Providing, dialect: str) -> Harness:
    """The application of these tests, which replaces the shared one."""
    return providing.of(dialect)


@pytest.fixture
def issuers(running_issuers: tuple[Issuer, Issuer]) -> Iterator[tuple[Issuer, Issuer]]:
    """Two providers that sign any token. A test must undo its changes to their keys."""
    yield running_issuers
    for issuer in running_issuers:
        issuer.answers.clear()
        issuer.posted.clear()


@pytest.fixture
def issuer(issuers: tuple[Issuer, Issuer]) -> Issuer:
    """The first of the providers."""
    return issuers[0]


class FetchClock:
    """The clock of fetches: real time, plus the seconds that a test adds."""

    def __init__(self) -> None:
        self.seconds = 1000.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def fetch_clock(harness: Harness, providing: Providing) -> Iterator[FetchClock]:
    """Make the application fetch all keys again by moving its clock."""
    application, clock = harness.application, FetchClock()
    application.add(build_providers(application.settings, clock))
    yield clock
    # A provider may have other keys now. Nobody is to wait before they are fetched again.
    for other in providing.harnesses.values():
        other.application.add(build_providers(other.application.settings))


@pytest.fixture
def sign_in(app: TestApp, application: Application, issuer: Issuer) -> SignIn:
    """Sign in with ``token``, or with a token of the given claims, and expect ``status``."""

    def sign_in(status: int = 200, token: str | None = None, **options: Any) -> dict[str, Any]:
        names = ("allowSignup", "orgSlug")
        body = {name: options.pop(name) for name in names if name in options}
        body["idToken"] = token or issuer.token(application.now(), **options)
        response = app.post_json("/v1/auth/identity-provider", body, status=status)
        assert response.headers["Cache-Control"] == "no-store"
        result: dict[str, Any] = response.json
        return result

    return sign_in
