"""Every way in which a check goes, against real name servers and sites on loopback."""

from __future__ import annotations

import gzip
import time
import zlib
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from consent_app.db.ids import new_id
from consent_app.domains.service import CheckResult, CheckTarget
from consent_app.errors import Unavailable
from consent_app.net.network import trusted_authorities
from consent_app.verification.verifier import Verifier
from tests.factories import unique
from tests.support.internet import (
    PRIVATE,
    PUBLIC,
    Authority,
    Internet,
    SiteHandler,
    running,
    silent_port,
)

BASE_URL = "https://consent.test"
TOKEN = "cv_0123456789abcdef0123456789abcdef"
FILE = TOKEN.encode()


@pytest.fixture(scope="module")
def internet(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Internet]:
    with running(tmp_path_factory.mktemp("internet")) as started:
        yield started


@pytest.fixture
def root() -> str:
    """A registrable domain that no other test has."""
    return f"{unique()}.com"


def subject(hostname: str, method: str) -> CheckTarget:
    root = ".".join(hostname.split(".")[-2:])
    return CheckTarget(new_id(), new_id(), hostname, root, method, TOKEN)


def check(internet: Internet, hostname: str, method: str = "file", **network: Any) -> CheckResult:
    verifier = Verifier(internet.network(**network), BASE_URL, slots=1)
    return verifier.check_now(subject(hostname, method))


def reason(internet: Internet, hostname: str, method: str = "file", **kw: Any) -> str:
    found = check(internet, hostname, method, **kw).reason
    assert found is not None
    assert len(found) <= 254  # what an event keeps
    return found


def put_file(internet: Internet, hostname: str, body: Any = FILE, **kw: str) -> None:
    scheme = kw.get("scheme", "https")
    internet.pages[scheme, hostname, "/.well-known/consent-verify.txt"] = body


def redirect(location: str, status: int = 302) -> Any:
    return lambda handler: handler.answer(status, Location=location)


# --- DNS ------------------------------------------------------------------------------------------


def test_a_txt_record_proves(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[f"_consent-verify.{root}", "TXT"] = ['"v=spf1 -all"', f'"{TOKEN}"']
    assert check(internet, root, "dns_txt") == CheckResult(None, True)


def test_a_split_txt_record_is_one_text(internet: Internet, root: str) -> None:
    internet.zone[f"_consent-verify.{root}", "TXT"] = [f'"{TOKEN[:10]}" "{TOKEN[10:]}"']
    assert check(internet, root, "dns_txt").reason is None


def test_dns_failures_are_told_apart(internet: Internet, root: str) -> None:
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
        started = time.monotonic()
        told = reason(internet, root, "dns_txt", nameservers=(silent.getsockname(),))
        assert "did not answer in time" in told
        assert time.monotonic() - started < 5.5


def test_a_site_without_an_address(internet: Internet, root: str) -> None:
    assert "has no address in DNS" in reason(internet, root)
    internet.zone[root, "A"] = "SERVFAIL"
    assert "answer with an error" in reason(internet, root)
    assert check(internet, root).ssl_ok is None


# --- The three that fetch -------------------------------------------------------------------------


def test_a_file_proves(internet: Internet, root: str) -> None:
    internet.host(root)
    for body in (TOKEN, f"{TOKEN}\r\n", f"\ufeff {TOKEN}\n"):
        put_file(internet, root, body.encode())
        assert check(internet, root) == CheckResult(None, True)
    (scheme, host, _, address, headers) = internet.seen[-1]
    assert (scheme, host, address) == ("https", root, PUBLIC)
    assert headers["User-Agent"] == "consent-app-verify/test (+https://consent.test)"
    assert "Cookie" not in headers


def test_a_wrong_file_does_not(internet: Internet, root: str) -> None:
    internet.host(root)
    assert "There is no file at" in reason(internet, root)
    for body in (b"", b"cv_other", TOKEN.encode() + b" and more", b"<html>" + TOKEN.encode()):
        put_file(internet, root, body)
        assert "something else" in reason(internet, root)
    put_file(internet, root, lambda handler: handler.answer(503, TOKEN.encode()))
    assert "status 503" in reason(internet, root)


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (f'<meta name="consent-verify" content=" {TOKEN} ">', "", None),
        (f"<META CONTENT={TOKEN} NAME=Consent-Verify />", "", None),
        ('<meta name="consent-verify" content="cv_other">', "", "something else"),
        ("", f'<meta name="consent-verify" content="{TOKEN}">', "no <meta"),
        (f'<!-- <meta name="consent-verify" content="{TOKEN}"> -->', "", "no <meta"),
        (f'<title><meta name="consent-verify" content="{TOKEN}"></title>', "", "no <meta"),
        (f'<script>\'<meta name="consent-verify" content="{TOKEN}">\'</script>', "", "no <meta"),
        (f'<meta name="other" content="{TOKEN}">', "", "no <meta"),
    ],
)
def test_a_meta_tag(
    internet: Internet, root: str, head: str, body: str, expected: str | None
) -> None:
    internet.host(root)
    page = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
    internet.pages["https", root, "/"] = page.encode()
    found = check(internet, root, "meta_tag").reason
    assert found is None if expected is None else expected in str(found)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<script async src="{base}/v1/public/banner.js" data-domain="{id}"></script>', None),
        ("<script src='//consent.test/v1/public/banner.js?v=1' data-domain=' {ID} '>", None),
        ('<body><p><script data-domain="{id}" src="{base}/v1/public/banner.js">', None),
        ('<script src="{base}/v1/public/banner.js"></script>', "not in the page"),
        ('<!--<script src="{base}/v1/public/banner.js" data-domain="{id}">-->', "not in the page"),
        ('<textarea><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ('<template><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ('<noscript><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ("<script>let a = '<script data-domain={id}>';</script>", "not in the page"),
        ('<script src="{base}/v1/public/banner.js" data-domain="other">', "of another domain"),
        ('<script src="https://evil.test/v1/public/banner.js" data-domain="{id}">', "another serv"),
        ('<script src="/v1/public/banner.js" data-domain="{id}">', "another server"),
        ('<script src="https://[" data-domain="{id}">', "another server"),
        ("", "not in the page"),
    ],
)
def test_the_script_tag(internet: Internet, root: str, tag: str, expected: str | None) -> None:
    internet.host(root)
    checked = subject(root, "script")
    filled = tag.format(base=BASE_URL, id=checked.id, ID=str(checked.id).upper())
    internet.pages["https", root, "/"] = f"<!doctype html>{filled}".encode()
    verifier = Verifier(internet.network(), BASE_URL, slots=1)
    found = verifier.check_now(checked).reason
    assert found is None if expected is None else expected in str(found)


def test_a_page_that_is_none(internet: Internet, root: str) -> None:
    internet.host(root)
    for body in (b"", b"\0" * 1000, bytes(range(256)) * 50, b"\xff\xfe<\0s\0c\0", b"{}"):
        internet.pages["https", root, "/"] = body
        assert "not in the page" in reason(internet, root, "script")
    internet.pages["https", root, "/"] = lambda handler: handler.answer(500, b"<script data-domain")
    assert "status 500" in reason(internet, root, "script")


# --- Certificates ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("kind", "told"),
    [
        ({"days": -1}, "is expired"),
        ({"self_signed": True}, "is self-signed"),
        ({"other": True}, "is for another name"),
    ],
)
def test_a_bad_certificate(internet: Internet, root: str, kind: dict[str, Any], told: str) -> None:
    host = "other.example" if kind.pop("other", False) else root
    internet.host(root, tls=False)
    internet.certificates[root] = internet.authority.make(host, **kind)
    put_file(internet, root)
    # Over http the file is not there, and the certificate is what the owner should mend first.
    assert check(internet, root).ssl_ok is False
    put_file(internet, root, redirect(f"https://{root}/"), scheme="http")
    assert told in reason(internet, root)
    # Whoever serves the file over http alone verify_proof_token the domain all the same.
    put_file(internet, root, scheme="http")
    assert check(internet, root) == CheckResult(None, False)


def test_an_authority_that_nobody_knows(
    internet: Internet, root: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    internet.host(root, tls=False)
    internet.certificates[root] = Authority(tmp_path_factory.mktemp("other")).make(root)
    put_file(internet, root, redirect(f"https://{root}/"), scheme="http")
    assert "browsers do not know" in reason(internet, root)


def test_the_certificate_counts_whatever_the_method(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[f"_consent-verify.{root}", "TXT"] = [f'"{TOKEN}"']
    assert check(internet, root, "dns_txt") == CheckResult(None, True)
    del internet.certificates[root]
    assert check(internet, root, "dns_txt") == CheckResult(None, False)
    del internet.zone[root, "A"]
    assert check(internet, root, "dns_txt") == CheckResult(None, None)


# --- Where a check does not go --------------------------------------------------------------------


def test_redirects_within_the_domain_are_followed_three_times(
    internet: Internet, root: str
) -> None:
    internet.host(root)
    internet.host(f"www.{root}")
    put_file(internet, root, redirect(f"http://{root}/1", 301))
    internet.pages["http", root, "/1"] = redirect(f"https://www.{root}/2", 308)
    internet.pages["https", f"www.{root}", "/2"] = redirect("/3?x=1", 307)
    internet.pages["https", f"www.{root}", "/3?x=1"] = TOKEN.encode()
    assert check(internet, root) == CheckResult(None, True)
    internet.pages["https", f"www.{root}", "/3?x=1"] = redirect("/4")
    internet.pages["https", f"www.{root}", "/4"] = TOKEN.encode()
    assert "more than 3 times" in reason(internet, root)
    put_file(internet, root, redirect("/.well-known/consent-verify.txt"))
    assert "more than 3 times" in reason(internet, root)


@pytest.mark.parametrize(
    ("location", "told"),
    [
        ("https://elsewhere.com/", "to another domain (elsewhere.com)"),
        ("https://{root}.elsewhere.com/", "to another domain"),
        ("https://not{root}/", "to another domain"),
        (f"http://{PRIVATE}/", "to another domain"),
        ("http://169.254.169.254/latest/meta-data/", "to another domain"),
        ("http://[::1]/", "to another domain"),
        ("http://localhost/", "to another domain"),
        ("https://com/", "to another domain"),
        ("https://user:pass@{root}/", "cannot be followed"),
        ("https://{root}:8443/", "cannot be followed"),
        ("http://{root}:22/", "cannot be followed"),
        ("ftp://{root}/", "cannot be followed"),
        ("file:///etc/passwd", "cannot be followed"),
        ("javascript:alert(1)", "cannot be followed"),
        ("JavaScript:alert('x')//", "cannot be followed"),
        ("data:text/html,<p>", "cannot be followed"),
        ("mailto:ada@{root}", "cannot be followed"),
        ("about:blank", "cannot be followed"),
        ("http:", "cannot be followed"),
        ("https://{root}:99999/", "cannot be followed"),
        ("https://a b/", "to another domain"),
        ("https://[", "to another domain"),
    ],
)
def test_redirects_elsewhere_are_not(
    internet: Internet, root: str, location: str, told: str
) -> None:
    internet.host(root)
    put_file(internet, root, redirect(location.format(root=root)))
    before = len(internet.seen)
    assert told in reason(internet, root)
    assert [seen[1] for seen in internet.seen[before:]] == [root]


def test_private_addresses_are_not_connected_to(internet: Internet, root: str) -> None:
    internet.host(root, address=PRIVATE)
    put_file(internet, root)
    before = len(internet.seen)
    assert "not public" in reason(internet, root)
    # One private address among public ones is enough.
    internet.zone[root, "A"] = [PUBLIC, PRIVATE]
    assert "not public" in reason(internet, root)
    internet.zone[root, "A"] = [PUBLIC]
    internet.zone[root, "AAAA"] = ["::1"]
    assert "not public" in reason(internet, root)
    # Nor by a redirect to a name of the domain's own.
    internet.host(f"www.{root}")
    internet.host(f"inside.{root}", address=PRIVATE)
    put_file(internet, f"www.{root}", redirect(f"https://inside.{root}/"))
    assert "not public" in reason(internet, f"www.{root}")
    assert {seen[3] for seen in internet.seen[before:]} == {PUBLIC}


def test_a_name_that_moves_while_it_is_checked_leads_nowhere_else(
    internet: Internet, root: str
) -> None:
    """DNS rebinding: public at the first look-up, private at every later one."""
    internet.host(root)
    answers = iter([[PUBLIC]])
    asked = []

    def rebinding() -> list[str]:
        asked.append(1)
        return next(answers, [PRIVATE])

    internet.zone[root, "A"] = rebinding
    put_file(internet, root, redirect("/second"))
    internet.pages["https", root, "/second"] = TOKEN.encode()
    before = len(internet.seen)
    assert check(internet, root) == CheckResult(None, True)
    assert [(seen[2], seen[3]) for seen in internet.seen[before:]] == [
        ("/.well-known/consent-verify.txt", PUBLIC),
        ("/second", PUBLIC),
    ]
    assert len(asked) == 1
    assert "not public" in reason(internet, root)


def test_names_of_this_machine_are_not_asked_of_the_world(internet: Internet) -> None:
    """RFC 6761: localhost is here, and here is not public."""
    put_file(internet, "shop.localhost", scheme="http")
    assert "not public" in reason(internet, "shop.localhost")
    assert check(internet, "shop.localhost", allowed=lambda address: True).reason is None


def test_authorities_are_there_where_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    assert trusted_authorities().cert_store_stats()["x509_ca"] > 50


def test_the_next_address_is_tried_where_nothing_answers(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[root, "A"] = [PUBLIC]
    internet.zone[root, "AAAA"] = ["::1"]  # the sites are on IPv4 alone
    put_file(internet, root)
    assert check(internet, root, allowed=lambda address: True) == CheckResult(None, True)
    del internet.zone[root, "A"]
    found = check(internet, root, allowed=lambda address: True)
    assert found == CheckResult(
        "The site could not be reached: nothing answers properly at its address.", False
    )


# --- Sites that mean harm -------------------------------------------------------------------------


def test_a_slow_site_is_not_waited_for(internet: Internet, root: str) -> None:
    internet.host(root)

    def drip(handler: SiteHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(40):
            handler.wfile.write(b"x")
            time.sleep(0.1)

    put_file(internet, root, drip)
    started = time.monotonic()
    told = reason(internet, root, total_seconds=0.8)
    assert told == "The site did not answer within 0.8 seconds."
    assert time.monotonic() - started < 2

    def silent(handler: SiteHandler) -> None:
        time.sleep(2)

    put_file(internet, root, silent)
    assert "did not answer within" in reason(internet, root, total_seconds=0.5)


def test_an_endless_body_ends_at_a_megabyte(internet: Internet, root: str) -> None:
    internet.host(root)
    sent = []
    checked = subject(root, "script")
    tag = f'<script src="{BASE_URL}/v1/public/banner.js" data-domain="{checked.id}"></script>'

    def endless(handler: SiteHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        handler.wfile.write(tag.encode())
        while True:
            handler.wfile.write(b" " * 65536)
            sent.append(65536)

    internet.pages["https", root, "/"] = endless
    verifier = Verifier(internet.network(), BASE_URL, slots=1)
    assert verifier.check_now(checked).reason is None
    time.sleep(0.1)
    assert sum(sent) < 8 * 1024 * 1024  # what the kernel had taken meanwhile
    put_file(internet, root, endless)
    assert "something else" in reason(internet, root)


def test_packed_pages_are_read_and_bombs_are_not(internet: Internet, root: str) -> None:
    internet.host(root)

    def packed(body: bytes, encoding: str) -> Any:
        return lambda handler: handler.answer(200, body, Content_Encoding=encoding)

    put_file(internet, root, packed(gzip.compress(TOKEN.encode()), "gzip"))
    assert check(internet, root).reason is None
    put_file(internet, root, packed(zlib.compress(TOKEN.encode()), "deflate"))
    assert check(internet, root).reason is None
    bomb = gzip.compress(b"\0" * 200_000_000, 1)
    put_file(internet, root, packed(bomb, "gzip"))
    started = time.monotonic()
    assert "something else" in reason(internet, root)
    assert time.monotonic() - started < 2
    for body, encoding in ((b"no gzip", "gzip"), (b"x", "br"), (b"x", "gzip, gzip")):
        put_file(internet, root, packed(body, encoding))
        assert "cannot be read" in reason(internet, root)


def test_a_hostile_page_costs_no_more_than_its_bytes(internet: Internet, root: str) -> None:
    internet.host(root)
    tags = (b"<div>", b"<b><a>", b"<table><tr><td>", b"<textarea>", b"<svg>")
    for piece in (*tags, b"<!--", b"<", b"<?", b"</", b'<a x="', b"<script></"):
        internet.pages["https", root, "/"] = piece * (1024 * 1024 // len(piece))
        started = time.monotonic()
        assert "not in the page" in reason(internet, root, "script")
        assert time.monotonic() - started < 4, piece


def test_answers_that_are_no_http(internet: Internet, root: str) -> None:
    internet.host(root)

    def garbage(handler: SiteHandler) -> None:
        handler.wfile.write(b"SSH-2.0-OpenSSH_9.9\r\n")
        handler.close_connection = True

    put_file(internet, root, garbage)
    put_file(internet, root, garbage, scheme="http")
    assert "could not be reached" in reason(internet, root)
    put_file(internet, root, lambda handler: handler.answer(302, Location="\u00e4\u0000://"))
    assert reason(internet, root)


def test_where_all_slots_are_taken_one_is_told_to_come_again(internet: Internet, root: str) -> None:
    internet.host(root)
    put_file(internet, root)
    verifier = Verifier(internet.network(), BASE_URL, slots=1)
    assert verifier._slots.acquire(blocking=False)
    with pytest.raises(Unavailable):
        verifier.check_now(subject(root, "file"))
    verifier._slots.release()
    assert verifier.check_now(replace(subject(root, "file"))).reason is None
