"""The client's address of a request."""

import ipaddress

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.http.client import client_address, from_trusted_proxy
from consent_app.settings import Networks

TRUSTED = Networks((ipaddress.ip_network("10.0.0.0/8"), ipaddress.ip_network("2001:db8::/32")))
ONE = Networks((ipaddress.ip_network("10.0.0.1"),))


@pytest.mark.parametrize(
    ("peer", "forwarded", "expected"),
    [
        ("192.0.2.1", None, "192.0.2.1"),
        ("192.0.2.1", "198.51.100.1", "192.0.2.1"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "1.1.1.1,nonsense", "10.0.0.1"),
        ("10.0.0.1", "nonsense, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "", "10.0.0.1"),
        ("10.0.0.1", " , ", "10.0.0.1"),
        ("10.0.0.1", "198.51.100.1:4711", "198.51.100.1"),
        ("10.0.0.1", '"[2a00::1]:4711"', "2a00::1"),
        ("10.0.0.1", "2A00:0::1%eth0", "2a00::1"),
        ("10.0.0.1", "::1.2.3.4", "::102:304"),
        ("2001:db8::1", "198.51.100.1", "198.51.100.1"),
        ("::ffff:10.0.0.1", "::ffff:198.51.100.1", "198.51.100.1"),
        ("localhost", None, "127.0.0.1"),
        ("", "198.51.100.1", "127.0.0.1"),
    ],
)
def test_only_headers_of_trusted_proxies_count(
    peer: str, forwarded: str | None, expected: str
) -> None:
    environ = {"REMOTE_ADDR": peer}
    if forwarded is not None:
        environ["HTTP_X_FORWARDED_FOR"] = forwarded
    assert client_address(environ, TRUSTED) == expected


def test_no_proxy_is_trusted_by_default() -> None:
    environ = {"REMOTE_ADDR": "127.0.0.1", "HTTP_X_FORWARDED_FOR": "198.51.100.1"}
    assert client_address(environ, Networks()) == "127.0.0.1"
    assert not from_trusted_proxy(environ, Networks())


@given(st.ip_addresses())
def test_an_address_has_one_form_however_it_is_read(
    address: ipaddress.IPv4Address | ipaddress.IPv6Address,
) -> None:
    mapped = address.ipv4_mapped if isinstance(address, ipaddress.IPv6Address) else None
    for written in (str(address), address.exploded.upper()):
        # Alone, and as the last of several.
        for forwarded in (written, f"nonsense, {written}"):
            environ = {"REMOTE_ADDR": "10.0.0.1", "HTTP_X_FORWARDED_FOR": forwarded}
            result = client_address(environ, ONE)
            assert result == str(mapped or address)
