"""What connections go through."""

from __future__ import annotations

import ssl

from consent_app.net.network import Network, trusted_authorities


def test_authorities_are_trusted_and_names_checked() -> None:
    context = trusted_authorities()
    assert context.cert_store_stats()["x509_ca"] > 0
    assert (context.check_hostname, context.verify_mode) == (True, ssl.CERT_REQUIRED)


def test_authorities_are_loaded_once() -> None:
    network = Network("agent")
    assert network.trust() is network.trust()


def test_only_public_addresses_are_allowed_by_default() -> None:
    from ipaddress import ip_address

    network = Network("agent")
    assert network.allowed(ip_address("93.184.216.34"))
    assert not network.allowed(ip_address("10.0.0.1"))
