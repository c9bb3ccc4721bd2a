"""Fetching a provider's keys: what is trusted, how often it is asked, and outages."""

from __future__ import annotations

import gzip
import logging
import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import jwt
import pytest

from consent_app.errors import IdentityProviderUnavailable
from consent_app.oidc.id_tokens import IdTokenInvalidError, check_id_token
from consent_app.oidc.jwks import MAX_KEYS, JwkSet, ProviderUnavailableError
from consent_app.oidc.provider_client import MAX_BYTES, fetch_keys
from consent_app.oidc.providers import (
    MAX_KEYS_AGE_SECONDS,
    REFETCH_SECONDS,
    RENEW_SECONDS,
    Provider,
    Providers,
)
from consent_app.settings import IdentityProvider
from tests.oidc.test_id_tokens import NOW
from tests.support.issuers import CLIENT, DISCOVERY, KEYS, Issuer, dripping, public_jwk, rsa_key
from tests.support.processes import free_port


@pytest.fixture
def issuer() -> Iterator[Issuer]:
    """A provider of the test's own."""
    issuer = Issuer()
    yield issuer
    issuer.close()


class Service:
    """What one service holds: a provider, over real HTTP, and a clock for its fetches."""

    def __init__(self, issuer: Issuer, url: str | None = None) -> None:
        self.issuer = issuer
        self.seconds = 1000.0
        self.patience = 60.0
        self.options = IdentityProvider(url or issuer.url, (CLIENT,))
        self.provider = Provider(self.options, self.fetch, lambda: self.seconds)
        self.providers = Providers([self.provider])

    def fetch(self, provider: IdentityProvider) -> JwkSet:
        return fetch_keys(provider, development=True, total_seconds=self.patience)

    def takes(self, token: str) -> bool:
        try:
            check_id_token(self.providers, token, NOW)
        except IdTokenInvalidError:
            return False
        return True


@pytest.fixture
def service(issuer: Issuer) -> Service:
    return Service(issuer)


def away(issuer: Issuer, **kw: Any) -> str:
    """Return why the keys could not be fetched."""
    with pytest.raises(ProviderUnavailableError) as caught:
        fetch_keys(IdentityProvider(issuer.url, (CLIENT,)), development=True, **kw)
    return str(caught.value)


def test_keys_are_found_by_discovery(issuer: Issuer) -> None:
    provider = IdentityProvider(issuer.url, (CLIENT,))
    keys = fetch_keys(provider, development=True)
    assert keys.find("first", "RS256") is not None
    assert issuer.fetched == [DISCOVERY, KEYS]


def test_an_issuer_with_a_path_or_a_slash_at_its_end(issuer: Issuer) -> None:
    for path in ("/", "/realms/x", "/realms/x/"):
        discovery = path.rstrip("/") + DISCOVERY
        document = {"issuer": issuer.url + path, "jwks_uri": issuer.url + KEYS}
        issuer.answers = {discovery: (200, {}, document)}
        issuer.fetched = []
        fetch_keys(IdentityProvider(issuer.url + path, (CLIENT,)), development=True)
        assert issuer.fetched == [discovery, KEYS]


@pytest.mark.parametrize("name", ["{url}/", "https://other.example", None, 7])
def test_a_document_of_another_issuer(issuer: Issuer, name: Any) -> None:
    issuer_name = name.format(url=issuer.url) if isinstance(name, str) else name
    issuer.answers[DISCOVERY] = (200, {}, {**issuer.document(), "issuer": issuer_name})
    assert away(issuer) == "the discovery document names another issuer"
    assert KEYS not in issuer.fetched


@pytest.mark.parametrize(
    "address",
    [
        "http://keys.example/keys",
        "http://10.0.0.1/keys",
        "file:///etc/passwd",
        "ftp://127.0.0.1/keys",
        "//127.0.0.1/keys",
        "/keys",
        "https://user:password@127.0.0.1/keys",
        "https://127.0.0.1/keys#x",
        "https://127.0.0.1:port/",
        "https://",
        "",
        None,
        7,
        ["https://127.0.0.1/keys"],
    ],
)
def test_forbidden_key_addresses_are_not_fetched(issuer: Issuer, address: Any) -> None:
    issuer.answers[DISCOVERY] = (200, {}, {**issuer.document(), "jwks_uri": address})
    assert away(issuer) == "jwks_uri is not an https address"


def test_keys_over_plain_http_are_for_development_only(issuer: Issuer) -> None:
    with pytest.raises(ProviderUnavailableError, match="not an https address"):
        fetch_keys(IdentityProvider(issuer.url, (CLIENT,)), development=False)


@pytest.mark.parametrize("path", [DISCOVERY, KEYS])
@pytest.mark.parametrize("status", [301, 302, 303, 307, 308])
def test_redirects_are_not_followed(issuer: Issuer, path: str, status: int) -> None:
    issuer.answers[path] = (status, {"Location": f"{issuer.url}/elsewhere"}, {})
    assert away(issuer) == f"a response with status {status}"
    assert "/elsewhere" not in issuer.fetched


@pytest.mark.parametrize("path", [DISCOVERY, KEYS])
@pytest.mark.parametrize(
    ("answer", "message"),
    [
        ((404, {}, {}), "a response with status 404"),
        ((500, {}, {}), "a response with status 500"),
        ((204, {}, b""), "a response with status 204"),
        ((200, {}, b""), "a response that is not JSON"),
        ((200, {}, b"<html>"), "a response that is not JSON"),
        ((200, {}, b"\xff\xfe"), "a response that is not JSON"),
        ((200, {}, b"[" * 100_000), "a response that is not JSON"),
        ((200, {}, b" " * (MAX_BYTES + 1)), f"a response of more than {MAX_BYTES} bytes"),
        (
            (200, {"Content-Encoding": "gzip"}, gzip.compress(b" " * 50_000_000)),
            "a response that is not JSON",
        ),
    ],
)
def test_malformed_answers(issuer: Issuer, path: str, answer: Any, message: str) -> None:
    issuer.answers[path] = answer
    assert away(issuer) == message


@pytest.mark.parametrize("body", [[], {}, {"keys": {}}, {"keys": None}, "keys", None, 7])
def test_an_invalid_key_set(issuer: Issuer, body: Any) -> None:
    issuer.answers[KEYS] = (200, {}, body)
    assert away(issuer) == "the keys are not a JSON Web Key Set"


def test_no_more_keys_are_read_than_a_provider_has(issuer: Issuer) -> None:
    jwk = issuer.keys[0]
    issuer.keys = [{**jwk, "kid": str(number)} for number in range(MAX_KEYS + 5)]
    keys = fetch_keys(IdentityProvider(issuer.url, (CLIENT,)), development=True)
    assert len(keys.keys) == MAX_KEYS


@pytest.mark.parametrize("path", [DISCOVERY, KEYS])
def test_a_slow_discovery_document_times_out(issuer: Issuer, path: str) -> None:
    # Each wait is short; only a limit on the total ends this.
    issuer.answers[path] = dripping(seconds=5)
    assert away(issuer, total_seconds=0.4) == "no response within 0.4 seconds"


def test_a_provider_that_does_not_listen(issuer: Issuer) -> None:
    nobody = f"http://127.0.0.1:{free_port()}"
    with pytest.raises(ProviderUnavailableError, match="ConnectError"):
        fetch_keys(IdentityProvider(nobody, (CLIENT,)), development=True)
    unknown = "https://nobody.invalid"
    with pytest.raises(ProviderUnavailableError, match=r"ConnectError, .*[Nn]ame"):
        fetch_keys(IdentityProvider(unknown, (CLIENT,)), development=True)
    # It has no TLS.
    spoken = issuer.url.replace("http:", "https:")
    with pytest.raises(ProviderUnavailableError, match="does not support https correctly"):
        fetch_keys(IdentityProvider(spoken, (CLIENT,)), development=True)


def test_keys_are_fetched_once_and_when_a_token_needs_them(service: Service) -> None:
    assert service.issuer.fetches == 0
    for _ in range(5):
        assert service.takes(service.issuer.token(NOW))
    assert service.issuer.fetches == 1


def test_a_thousand_unknown_keys_cause_two_fetches(service: Service) -> None:
    issuer = service.issuer
    assert service.takes(issuer.token(NOW))
    service.seconds += REFETCH_SECONDS
    claims = issuer.claims(NOW)
    for number in range(1000):
        assert not service.takes(issuer.sign(claims, headers={"kid": f"unknown-{number}"}))
    assert issuer.fetches == 2
    assert issuer.fetched.count(DISCOVERY) == 2


def test_unknown_keys_cause_at_most_one_fetch_a_minute(service: Service) -> None:
    issuer = service.issuer
    token = issuer.sign(issuer.claims(NOW), headers={"kid": "unknown"})
    for _ in range(600):
        assert not service.takes(token)
        service.seconds += 1
    assert issuer.fetches == 600 / REFETCH_SECONDS


def test_wrong_signatures_cause_no_more(service: Service) -> None:
    issuer = service.issuer
    forged = issuer.sign(issuer.claims(NOW), key=rsa_key(1))
    for _ in range(100):
        assert not service.takes(forged)
    assert issuer.fetches == 1


def test_a_provider_that_rotates_its_keys_is_followed(service: Service) -> None:
    issuer = service.issuer
    former = issuer.token(NOW)
    assert service.takes(former)
    issuer.rotate(1, "second")
    assert not service.takes(issuer.token(NOW)), "it is too early to ask again"
    assert service.takes(former), "the keys are still those of before"
    service.seconds += REFETCH_SECONDS
    assert service.takes(issuer.token(NOW))
    assert not service.takes(former), "a key that is withdrawn signs nothing any more"
    assert issuer.fetches == 2


def test_both_keys_are_valid_while_a_provider_publishes_both(service: Service) -> None:
    issuer = service.issuer
    former = issuer.token(NOW)
    assert service.takes(former)
    service.seconds += REFETCH_SECONDS
    keys = issuer.keys
    issuer.rotate(1, "second")
    issuer.keys += keys
    assert service.takes(issuer.token(NOW))
    assert service.takes(former)


def test_a_provider_that_gives_a_new_key_an_old_name_is_followed(service: Service) -> None:
    issuer = service.issuer
    assert service.takes(issuer.token(NOW))
    issuer.rotate(1, "first")
    service.seconds += REFETCH_SECONDS
    assert service.takes(issuer.token(NOW))


def test_a_withdrawn_key_ends_within_the_hour(service: Service) -> None:
    issuer = service.issuer
    former = issuer.token(NOW)
    assert service.takes(former)
    issuer.rotate(1, "second")
    service.seconds += RENEW_SECONDS - 1
    assert service.takes(former)
    service.seconds += 1
    assert not service.takes(former)


def test_keys_are_cached_for_a_day_during_an_outage_of_the_provider(
    service: Service, caplog: pytest.LogCaptureFixture
) -> None:
    issuer = service.issuer
    token = issuer.token(NOW)
    assert service.takes(token)
    issuer.answers[DISCOVERY] = (503, {}, {})
    with caplog.at_level(logging.WARNING):
        for hours in range(1, 24):
            service.seconds = 1000 + hours * 3600
            assert service.takes(token)
            assert not service.takes(issuer.sign(issuer.claims(NOW), headers={"kid": "x"}))
    assert (
        f"the keys of {issuer.url} could not be fetched: a response with status 503" in caplog.text
    )
    service.seconds = 1000 + MAX_KEYS_AGE_SECONDS
    with pytest.raises(IdentityProviderUnavailable):
        service.takes(token)
    issuer.answers.clear()
    service.seconds += REFETCH_SECONDS
    assert service.takes(token)


def test_without_keys_sign_in_fails_until_the_next_allowed_fetch(
    service: Service,
) -> None:
    issuer = service.issuer
    issuer.answers[KEYS] = (500, {}, {})
    for waited in (0, 1, 58.5):
        service.seconds = 1000 + waited
        with pytest.raises(IdentityProviderUnavailable) as caught:
            service.takes(issuer.token(NOW))
        seconds = int(caught.value.headers["Retry-After"])
        assert REFETCH_SECONDS <= seconds + waited <= REFETCH_SECONDS + 1.5
    issuer.answers.clear()
    assert issuer.fetches == 1
    service.seconds = 1000 + REFETCH_SECONDS
    assert service.takes(issuer.token(NOW))
    assert issuer.fetches == 2


def test_simultaneous_tokens_share_one_fetch(service: Service) -> None:
    issuer = service.issuer
    token = issuer.token(NOW)
    with ThreadPoolExecutor(30) as pool:
        assert all(pool.map(service.takes, [token] * 60))
    assert issuer.fetches == 1
    issuer.rotate(1, "second")
    service.seconds += REFETCH_SECONDS
    token = issuer.token(NOW)
    with ThreadPoolExecutor(30) as pool:
        assert all(pool.map(service.takes, [token] * 60))
    assert issuer.fetches == 2


def hang_on_fetch(service: Service) -> tuple[threading.Event, threading.Event]:
    """Make fetching the keys hang. The first event is set by a fetch; set the second to end it."""
    fetching, hang = threading.Event(), threading.Event()

    def hanging(provider: IdentityProvider) -> JwkSet:
        fetching.set()
        hang.wait(10)
        raise ProviderUnavailableError("at last")

    service.provider._fetch = hanging
    return fetching, hang


def test_a_hanging_provider_occupies_one_thread_only(service: Service) -> None:
    issuer = service.issuer
    issuer.answers[KEYS] = (500, {}, {})
    with pytest.raises(IdentityProviderUnavailable):
        service.takes(issuer.token(NOW))
    service.seconds += REFETCH_SECONDS
    fetching, hang = hang_on_fetch(service)
    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(service.takes, issuer.token(NOW))
        assert fetching.wait(5)
        for _ in range(20):
            with pytest.raises(IdentityProviderUnavailable):
                service.takes(issuer.token(NOW))
        assert not pending.done()
        hang.set()
        with pytest.raises(IdentityProviderUnavailable):
            pending.result(5)


def test_known_keys_wait_for_no_fetch(service: Service) -> None:
    issuer = service.issuer
    token = issuer.token(NOW)
    assert service.takes(token)
    service.seconds += RENEW_SECONDS
    fetching, hang = hang_on_fetch(service)
    with ThreadPoolExecutor(1) as pool:
        pending = pool.submit(service.takes, token)
        assert fetching.wait(5)
        for _ in range(20):
            assert service.takes(token)
        assert not pending.done()
        hang.set()
        assert pending.result(5)


def test_a_failed_fetch_does_not_block_the_next(service: Service) -> None:
    def broken(provider: IdentityProvider) -> JwkSet:
        raise RuntimeError("a bug")

    service.provider._fetch = broken
    with pytest.raises(RuntimeError):
        service.takes(service.issuer.token(NOW))
    service.provider._fetch = service.fetch
    service.seconds += REFETCH_SECONDS
    assert service.takes(service.issuer.token(NOW))


def test_providers_fetch_keys_independently(issuer: Issuer) -> None:
    other_issuer = Issuer()
    try:
        services = [Service(issuer), Service(other_issuer)]
        both = Providers(item.provider for item in services)
        other_issuer.answers[KEYS] = (500, {}, {})
        with pytest.raises(IdentityProviderUnavailable):
            check_id_token(both, other_issuer.token(NOW), NOW)
        check_id_token(both, issuer.token(NOW), NOW)
        assert len(both) == 2
    finally:
        other_issuer.close()


def test_a_key_is_selected_by_kid_and_algorithm(issuer: Issuer) -> None:
    # One name for two keys: each signs by its own algorithm.
    issuer.keys = [
        public_jwk(rsa_key(1), kid="same", alg="PS256"),
        public_jwk(rsa_key(), kid="same", alg="RS256"),
    ]
    keys = fetch_keys(IdentityProvider(issuer.url, (CLIENT,)), development=True)
    for algorithm, key in (("PS256", rsa_key(1)), ("RS256", rsa_key())):
        jwk = keys.find("same", algorithm)
        assert isinstance(jwk, jwt.PyJWK)
        assert jwk.key.public_numbers() == key.public_key().public_numbers()
