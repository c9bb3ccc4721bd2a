"""Every outcome of a check, against real name servers and sites on loopback."""

from __future__ import annotations

import time
from dataclasses import replace
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest

from consent_app.domains.service import CheckResult
from consent_app.errors import Unavailable
from consent_app.net.network import trusted_authorities
from consent_app.verification.verifier import Verifier
from tests.support.internet import (
    PUBLIC,
    Authority,
    Internet,
)
from tests.support.site_checks import BASE_URL, TOKEN, check, put_file, reason, redirect, subject


def test_a_txt_record_proves(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[f"_consent-verify.{root}", "TXT"] = ['"v=spf1 -all"', f'"{TOKEN}"']
    assert check(internet, root, "dns_txt") == CheckResult(None, True)


def test_a_file_with_the_token_verifies_the_domain(internet: Internet, root: str) -> None:
    internet.host(root)
    for body in (TOKEN, f"{TOKEN}\r\n", f"\ufeff {TOKEN}\n"):
        put_file(internet, root, body.encode())
        assert check(internet, root) == CheckResult(None, True)
    (scheme, host, _, address, headers) = internet.seen[-1]
    assert (scheme, host, address) == ("https", root, PUBLIC)
    assert headers["User-Agent"] == "consent-app-verify/test (+https://consent.test)"
    assert "Cookie" not in headers


def test_a_wrong_file_does_not_verify_the_domain(internet: Internet, root: str) -> None:
    internet.host(root)
    assert "There is no file at" in reason(internet, root)
    for body in (b"", b"cv_other", TOKEN.encode() + b" and more", b"<html>" + TOKEN.encode()):
        put_file(internet, root, body)
        assert "does not match" in reason(internet, root)
    put_file(internet, root, lambda handler: handler.answer(503, TOKEN.encode()))
    assert "status 503" in reason(internet, root)


@pytest.mark.parametrize(
    ("head", "body", "expected"),
    [
        (f'<meta name="consent-verify" content=" {TOKEN} ">', "", None),
        (f"<META CONTENT={TOKEN} NAME=Consent-Verify />", "", None),
        ('<meta name="consent-verify" content="cv_other">', "", "does not match"),
        ("", f'<meta name="consent-verify" content="{TOKEN}">', "no <meta"),
        (f'<!-- <meta name="consent-verify" content="{TOKEN}"> -->', "", "no <meta"),
        (f'<title><meta name="consent-verify" content="{TOKEN}"></title>', "", "no <meta"),
        (f'<script>\'<meta name="consent-verify" content="{TOKEN}">\'</script>', "", "no <meta"),
        (f'<meta name="other" content="{TOKEN}">', "", "no <meta"),
    ],
)
def test_a_meta_tag_verifies_the_domain_only_in_the_head_of_the_page(
    internet: Internet, root: str, head: str, body: str, expected: str | None
) -> None:
    internet.host(root)
    page = f"<!doctype html><html><head>{head}</head><body>{body}</body></html>"
    internet.pages["https", root, "/"] = page.encode()
    result = check(internet, root, "meta_tag").reason
    assert result is None if expected is None else expected in str(result)


@pytest.mark.parametrize(
    ("tag", "expected"),
    [
        ('<script async src="{base}/v1/public/banner.js" data-domain="{id}"></script>', None),
        ("<script src='//consent.test/v1/public/banner.js?v=1' data-domain=' {ID} '>", None),
        ('<body><p><script data-domain="{id}" src="{base}/v1/public/banner.js">', None),
        ('<script async src="{base}/v1/public/banner.js?domain={id}"></script>', None),
        ('<script src="{base}/v1/public/banner.js?domain=other"></script>', "of another domain"),
        ('<script src="https://evil.test/v1/public/banner.js?domain={id}">', "a server other than"),
        ('<script src="{base}/v1/public/banner.js"></script>', "not in the page"),
        ('<!--<script src="{base}/v1/public/banner.js" data-domain="{id}">-->', "not in the page"),
        ('<textarea><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ('<template><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ('<noscript><script src="{base}/v1/public/banner.js" data-domain="{id}">', "not in the pa"),
        ("<script>let a = '<script data-domain={id}>';</script>", "not in the page"),
        ('<script src="{base}/v1/public/banner.js" data-domain="other">', "of another domain"),
        (
            '<script src="https://evil.test/v1/public/banner.js" data-domain="{id}">',
            "a server other than",
        ),
        ('<script src="/v1/public/banner.js" data-domain="{id}">', "a server other than"),
        ('<script src="https://[" data-domain="{id}">', "a server other than"),
        ("", "not in the page"),
    ],
)
def test_the_script_verifies_the_domain_only_as_a_tag_of_this_server_and_domain(
    internet: Internet, root: str, tag: str, expected: str | None
) -> None:
    internet.host(root)
    checked = subject(root, "script")
    filled = tag.format(base=BASE_URL, id=checked.id, ID=str(checked.id).upper())
    internet.pages["https", root, "/"] = f"<!doctype html>{filled}".encode()
    verifier = Verifier(internet.network(), BASE_URL, slots=1)
    result = verifier.check_now(checked).reason
    assert result is None if expected is None else expected in str(result)


def test_a_page_without_the_script_does_not_verify_the_domain(
    internet: Internet, root: str
) -> None:
    internet.host(root)
    for body in (b"", b"\0" * 1000, bytes(range(256)) * 50, b"\xff\xfe<\0s\0c\0", b"{}"):
        internet.pages["https", root, "/"] = body
        assert "not in the page" in reason(internet, root, "script")
    internet.pages["https", root, "/"] = lambda handler: handler.answer(500, b"<script data-domain")
    assert "status 500" in reason(internet, root, "script")


@pytest.mark.parametrize(
    ("kind", "expected"),
    [
        ({"days": -1}, "is expired"),
        ({"self_signed": True}, "is self-signed"),
        ({"other": True}, "is for another name"),
    ],
)
def test_a_bad_certificate_is_the_reason_until_the_file_is_served_over_http(
    internet: Internet, root: str, kind: dict[str, Any], expected: str
) -> None:
    host = "other.example" if kind.pop("other", False) else root
    internet.host(root, tls=False)
    internet.certificates[root] = internet.authority.make(host, **kind)
    put_file(internet, root)
    # Over http the file does not exist, and the owner should fix the certificate first.
    assert check(internet, root).ssl_ok is False
    put_file(internet, root, redirect(f"https://{root}/"), scheme="http")
    assert expected in reason(internet, root)
    # Serving the file over http only verifies the domain too.
    put_file(internet, root, scheme="http")
    assert check(internet, root) == CheckResult(None, False)


def test_an_unknown_certificate_authority(
    internet: Internet, root: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    internet.host(root, tls=False)
    internet.certificates[root] = Authority(tmp_path_factory.mktemp("other")).make(root)
    put_file(internet, root, redirect(f"https://{root}/"), scheme="http")
    assert "browsers do not trust" in reason(internet, root)


def test_the_certificate_counts_whatever_the_method(internet: Internet, root: str) -> None:
    internet.host(root)
    internet.zone[f"_consent-verify.{root}", "TXT"] = [f'"{TOKEN}"']
    assert check(internet, root, "dns_txt") == CheckResult(None, True)
    del internet.certificates[root]
    assert check(internet, root, "dns_txt") == CheckResult(None, False)
    del internet.zone[root, "A"]
    assert check(internet, root, "dns_txt") == CheckResult(None, None)


def test_certificate_authorities_are_included_if_the_system_has_none(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    monkeypatch.setenv("SSL_CERT_DIR", str(tmp_path))
    assert trusted_authorities().cert_store_stats()["x509_ca"] > 50


def test_parsing_a_hostile_page_takes_time_linear_in_its_size(
    internet: Internet, root: str
) -> None:
    internet.host(root)
    tags = (b"<div>", b"<b><a>", b"<table><tr><td>", b"<textarea>", b"<svg>")
    for piece in (*tags, b"<!--", b"<", b"<?", b"</", b'<a x="', b"<script></"):
        internet.pages["https", root, "/"] = piece * (1024 * 1024 // len(piece))
        started = time.monotonic()
        assert "not in the page" in reason(internet, root, "script")
        # What grows with the square of its bytes takes hours.
        assert time.monotonic() - started < 120, piece


def test_a_request_beyond_the_slots_is_asked_to_retry(internet: Internet, root: str) -> None:
    internet.host(root)
    put_file(internet, root)
    verifier = Verifier(internet.network(), BASE_URL, slots=1)
    with verifier._slots.occupy(uuid4()), pytest.raises(Unavailable):
        verifier.check_now(subject(root, "file"))
    assert verifier.check_now(replace(subject(root, "file"))).reason is None
