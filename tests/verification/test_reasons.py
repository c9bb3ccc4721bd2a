"""Reasons of checks are in the catalogues; an untranslated reason stays English."""

from __future__ import annotations

import ssl

import pytest

from consent_app.net import fetcher, resolver
from consent_app.net.certificates import describe_certificate_error
from consent_app.translations import translated
from consent_app.verification import methods
from consent_app.verification.reasons import REASONS

CONSTANTS = [
    value
    for module in (methods, resolver, fetcher)
    for name, value in vars(module).items()
    if name.isupper() and isinstance(value, str) and " " in value
]


@pytest.mark.parametrize("reason", CONSTANTS)
def test_a_reason_has_its_words_in_german(reason: str) -> None:
    text = translated(reason, "de")
    assert text != reason
    assert "{" not in text


def test_hostnames_and_numbers_stay() -> None:
    text = translated(
        "The site redirects to another domain (www.example.org), which is not checked.", "de"
    )
    assert "www.example.org" in text
    assert translated("The page was answered with status 404 instead of 200.", "de") == (
        "Auf die Frage nach der Seite kam Status 404 statt 200."
    )


@pytest.mark.parametrize("code", [10, 18, 62, 20, 1])
def test_certificate_errors_have_explanations(code: int) -> None:
    error = ssl.SSLCertVerificationError()
    error.verify_code = code
    reason = describe_certificate_error(error, "shop.example.com")
    assert reason is not None
    assert "shop.example.com" in translated(reason, "de")
    assert translated(reason, "de") != reason


def test_english_stays_as_it_is() -> None:
    assert all(translated(reason, "en") == reason for reason in REASONS)
    assert translated("", "de") == ""
    assert translated("12 of www.example.com", "de") == "12 of www.example.com"
