"""Explanations of certificate errors."""

from __future__ import annotations

import ssl

import pytest

from consent_app.net.certificates import describe_certificate_error


@pytest.mark.parametrize(
    ("code", "words"),
    [(10, "expired"), (18, "self-signed"), (62, "another name"), (20, "authority")],
)
def test_the_cause_is_found_below_other_errors(code: int, words: str) -> None:
    cause = ssl.SSLCertVerificationError()
    cause.verify_code = code
    error = OSError("closed")
    error.__cause__ = cause
    text = describe_certificate_error(error, "shop.com")
    assert text is not None
    assert words in text


def test_other_errors_are_no_certificates() -> None:
    assert describe_certificate_error(OSError("closed"), "shop.com") is None
    assert describe_certificate_error(None, "shop.com") is None
