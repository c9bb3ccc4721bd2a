"""What connections go through."""

from __future__ import annotations

import socket
import ssl
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from consent_app.net.network import Network, trusted_authorities
from tests.support.internet import Authority


def test_authorities_are_trusted_and_names_checked() -> None:
    context = trusted_authorities()
    assert context.cert_store_stats()["x509_ca"] > 0
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)


def test_an_authority_that_does_not_state_its_usage_is_trusted(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    authority = Authority(tmp_path, states_usage=False)
    monkeypatch.setenv("SSL_CERT_FILE", str(authority.write()))
    client, server = socket.socketpair()
    with client, server, ThreadPoolExecutor() as pool:
        site = authority.make("shop.com")
        answered = pool.submit(site.wrap_socket, server, server_side=True)
        trusted_authorities().wrap_socket(client, server_hostname="shop.com").close()
        answered.result().close()


def test_authorities_are_loaded_once() -> None:
    network = Network("agent")
    assert network.trust() is network.trust()


def test_only_public_addresses_are_allowed_by_default() -> None:
    from ipaddress import ip_address

    network = Network("agent")
    assert network.allowed(ip_address("93.184.216.34"))
    assert not network.allowed(ip_address("10.0.0.1"))
