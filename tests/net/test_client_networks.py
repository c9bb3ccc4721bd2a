"""The networks that an address is counted by, and shown as."""

from __future__ import annotations

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.net.client_networks import coarse_network, rate_limit_address, site_network


def test_an_ipv6_address_counts_as_its_subscribers_network() -> None:
    assert rate_limit_address("192.0.2.1") == "192.0.2.1"
    assert rate_limit_address("2a00:1:2:3:4::5") == "2a00:1:2:3::/64"


@given(st.ip_addresses(v=6))
def test_every_ipv6_address_counts_as_its_first_half(address: ipaddress.IPv6Address) -> None:
    network = ipaddress.IPv6Network((address, 64), strict=False)
    assert rate_limit_address(str(address)) == str(network)


@pytest.mark.parametrize(
    ("address", "site", "shown"),
    [
        ("203.0.113.7", "203.0.113.0/24", "203.0.*.*"),
        ("2001:db8:1:2::3", "2001:db8:1::/48", "2001:db8:*"),
        ("2001::1", "2001::/48", "2001:0:*"),
    ],
)
def test_a_site_is_one_customers_network_and_a_place_a_wide_one(
    address: str, site: str, shown: str
) -> None:
    assert (site_network(address), coarse_network(address)) == (site, shown)
