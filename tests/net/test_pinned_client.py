"""Requests go to checked addresses only, as they were given."""

from __future__ import annotations

import asyncio

import httpx
import pytest

from consent_app.net.network import NetworkError
from consent_app.net.pinned_client import pinned_client
from consent_app.net.resolver import NOT_PUBLIC, Resolver
from tests.support.internet import PRIVATE, PUBLIC, Internet


def ask(internet: Internet, url: str) -> int:
    async def asked() -> int:
        network = internet.network()
        async with pinned_client(network, Resolver(network)) as client:

            async def read(response: httpx.Response) -> int:
                return response.status_code

            return await client.ask(httpx.Request("GET", url, headers={"Accept": "a/b"}), read)

    return asyncio.run(asked())


def test_a_request_keeps_its_headers_and_goes_to_the_checked_address(
    internet: Internet, root: str
) -> None:
    internet.host(root)
    internet.pages["https", root, "/in?x=1"] = b"Here."
    assert ask(internet, f"https://{root}/in?x=1#part") == 200
    scheme, host, path, address, headers = internet.seen[-1]
    assert (scheme, host, path, address) == ("https", root, "/in?x=1", PUBLIC)
    assert headers["Accept"] == "a/b"
    assert headers["User-Agent"] == internet.network().user_agent
    assert headers["Connection"] == "close"


def test_no_proxy_of_the_environment_is_asked(
    internet: Internet, root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It would connect in the service's place, from inside the network."""
    for name in ("http_proxy", "https_proxy", "all_proxy"):
        monkeypatch.setenv(name, "http://127.0.0.1:9")
    internet.host(root)
    internet.pages["https", root, "/"] = b"Here."
    assert ask(internet, f"https://{root}/") == 200


def test_a_private_address_is_not_connected_to(internet: Internet, root: str) -> None:
    internet.host(root, address=PRIVATE)
    with pytest.raises(NetworkError, match=NOT_PUBLIC):
        ask(internet, f"https://{root}/")
    assert root not in [host for _, host, *_ in internet.seen]


def test_a_redirect_is_not_followed(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.pages["https", root, "/"] = lambda site: site.answer(302, Location="/elsewhere")
    assert ask(internet, f"https://{root}/") == 302


@pytest.mark.parametrize("url", ["ftp://{}/", "https://{}:8443/", "https://user@{}/", "/in"])
def test_an_unusual_url_is_not_asked(internet: Internet, root: str, url: str) -> None:
    internet.host(root)
    with pytest.raises(ValueError, match="the URL has another scheme or port"):
        ask(internet, url.format(root))
    assert root not in [host for _, host, *_ in internet.seen]
