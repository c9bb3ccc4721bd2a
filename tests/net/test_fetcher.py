"""Pages fetched from sites on loopback that mean harm."""

from __future__ import annotations

import gzip
import time
import tracemalloc
import zlib
from typing import Any

import pytest

from consent_app.domains.service import CheckResult
from consent_app.verification.verifier import Verifier
from tests.support.internet import (
    PRIVATE,
    PUBLIC,
    Internet,
    SiteHandler,
)
from tests.support.site_checks import BASE_URL, TOKEN, check, put_file, reason, redirect, subject


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
    ("location", "expected"),
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
def test_redirects_to_other_domains_are_not_followed(
    internet: Internet, root: str, location: str, expected: str
) -> None:
    internet.host(root)
    put_file(internet, root, redirect(location.format(root=root)))
    before = len(internet.seen)
    assert expected in reason(internet, root)
    assert [request[1] for request in internet.seen[before:]] == [root]


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
    assert {request[3] for request in internet.seen[before:]} == {PUBLIC}


def test_a_name_that_changes_during_a_check_is_not_followed(internet: Internet, root: str) -> None:
    """DNS rebinding: public at the first look-up, private at every later one."""
    internet.host(root)
    answers = iter([[PUBLIC]])
    requests = []

    def rebinding() -> list[str]:
        requests.append(1)
        return next(answers, [PRIVATE])

    internet.zone[root, "A"] = rebinding
    put_file(internet, root, redirect("/second"))
    internet.pages["https", root, "/second"] = TOKEN.encode()
    before = len(internet.seen)
    assert check(internet, root) == CheckResult(None, True)
    assert [(request[2], request[3]) for request in internet.seen[before:]] == [
        ("/.well-known/consent-verify.txt", PUBLIC),
        ("/second", PUBLIC),
    ]
    assert len(requests) == 1
    assert "not public" in reason(internet, root)


def test_a_slow_site_is_not_waited_for(internet: Internet, root: str) -> None:
    internet.host(root)

    def drip(handler: SiteHandler) -> None:
        handler.send_response(200)
        handler.end_headers()
        for _ in range(40):
            handler.wfile.write(b"x")
            time.sleep(0.1)

    put_file(internet, root, drip)
    message = reason(internet, root, total_seconds=0.8)
    assert message == "The site did not answer within 0.8 seconds."

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
    # More than the kernel's two buffers, which may have 10 MB by default.
    assert sum(sent) < 16 * 1024 * 1024
    put_file(internet, root, endless)
    assert "does not match" in reason(internet, root)


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
    tracemalloc.start()
    try:
        assert "does not match" in reason(internet, root)
        assert tracemalloc.get_traced_memory()[1] < 16 * 1024 * 1024
    finally:
        tracemalloc.stop()
    for body, encoding in ((b"no gzip", "gzip"), (b"x", "br"), (b"x", "gzip, gzip")):
        put_file(internet, root, packed(body, encoding))
        assert "not supported" in reason(internet, root)


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
