"""Names and addresses, asked of real name servers on loopback."""

from __future__ import annotations

import io

import dns.resolver
import pytest

from consent_app.domains.service import CheckResult
from tests.support.internet import (
    PUBLIC,
    Internet,
    silent_port,
)
from tests.support.site_checks import TOKEN, check, put_file, reason


def test_a_split_txt_record_is_one_text(internet: Internet, root: str) -> None:
    internet.zone[f"_consent-verify.{root}", "TXT"] = [f'"{TOKEN[:10]}" "{TOKEN[10:]}"']
    assert check(internet, root, "dns_txt").reason is None


def test_dns_failures_are_distinguished(internet: Internet, root: str) -> None:
    name = f"_consent-verify.{root}"
    missing = "The DNS record was not found yet; changes can take up to an hour."
    assert reason(internet, root, "dns_txt") == missing  # NXDOMAIN
    internet.zone[name, "A"] = [PUBLIC]
    assert reason(internet, root, "dns_txt") == missing  # no TXT at the name
    internet.zone[name, "TXT"] = [f'"{TOKEN}x"', f'"{TOKEN[:5]}"']
    assert "with another value" in reason(internet, root, "dns_txt")
    for code in ("SERVFAIL", "REFUSED"):
        internet.zone[name, "TXT"] = code
        assert "answer with an error" in reason(internet, root, "dns_txt")
    long = ".".join(["a" * 60] * 4) + ".com"
    assert "too long" in reason(internet, long, "dns_txt")


def test_silent_name_servers_are_not_waited_for(internet: Internet, root: str) -> None:
    with silent_port() as silent:
        message = reason(internet, root, "dns_txt", nameservers=(silent.getsockname(),))
        assert "did not answer in time" in message


def test_a_machine_without_dns_does_not_blame_the_domain(internet: Internet, root: str) -> None:
    # Nothing may be sent there, as if this machine had no network.
    away = (("255.255.255.255", 53),)
    for method in ("dns_txt", "file"):
        message = reason(internet, root, method, nameservers=away)
        assert message.startswith("This service cannot reach a name server")


def test_a_machine_without_name_servers_does_not_blame_the_domain(
    internet: Internet, root: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    read = dns.resolver.BaseResolver.read_resolv_conf
    # As while the program is stopped that writes the file.
    monkeypatch.setattr(
        dns.resolver.BaseResolver, "read_resolv_conf", lambda self, _: read(self, io.StringIO())
    )
    message = reason(internet, root, "dns_txt", nameservers=())
    assert message.startswith("This service cannot reach a name server")


def test_a_site_without_an_address(internet: Internet, root: str) -> None:
    assert "has no address in DNS" in reason(internet, root)
    internet.zone[root, "A"] = "SERVFAIL"
    assert "answer with an error" in reason(internet, root)
    assert check(internet, root).ssl_ok is None


def test_names_of_this_machine_are_not_asked_of_the_world(internet: Internet) -> None:
    """RFC 6761: localhost is here, and here is not public."""
    put_file(internet, "shop.localhost", scheme="http")
    assert "not public" in reason(internet, "shop.localhost")
    assert check(internet, "shop.localhost", allowed=lambda address: True).reason is None


def test_the_next_address_is_tried_where_nothing_answers(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[root, "A"] = [PUBLIC]
    internet.zone[root, "AAAA"] = ["::1"]  # the sites are on IPv4 only
    put_file(internet, root)
    assert check(internet, root, allowed=lambda address: True) == CheckResult(None, True)
    del internet.zone[root, "A"]
    check_result = check(internet, root, allowed=lambda address: True)
    assert check_result == CheckResult(
        "The site could not be reached: nothing answers properly at its address.", False
    )
