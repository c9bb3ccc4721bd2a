"""Reasons of checks are in the catalogues; an untranslated reason stays English."""

from __future__ import annotations

import ssl
from types import ModuleType

import pytest

from consent_app.net import fetcher, resolver
from consent_app.net.certificates import describe_certificate_error
from consent_app.translations import translated
from consent_app.verification import methods
from consent_app.verification.reasons import FORMER_REASONS, REASONS


def constants(*modules: ModuleType) -> list[str]:
    return [
        value
        for module in modules
        for name, value in vars(module).items()
        if name.isupper() and isinstance(value, str) and " " in value
    ]


FORMER = [
    (
        "A TXT record was found at the right name, but with another value. It has to hold the"
        " domain's token and nothing else; changes can take up to an hour.",
        methods.OTHER_RECORD,
    ),
    (
        "The hostname is too long for a DNS record before it. Choose another method.",
        methods.NAME_TOO_LONG,
    ),
    (
        "The tag is not in the page as served. Put it into the page's own HTML: what a tag manager"
        " adds later is not seen.",
        methods.NO_TAG,
    ),
    (
        "The page has the tag of another domain. Put this domain's own into it.",
        methods.OTHER_TAG,
    ),
    (
        "The page's tag loads its script from another server than this service.",
        methods.OTHER_SERVER,
    ),
    (
        "The page's <meta name=\"consent-verify\"> holds something else than the domain's token.",
        methods.OTHER_META,
    ),
    (
        "The file at /.well-known/consent-verify.txt holds something else than the domain's token.",
        methods.OTHER_FILE,
    ),
    (
        "The hostname leads to an address that is not public, where nothing can be checked.",
        resolver.NOT_PUBLIC,
    ),
    ("The page came in an encoding that cannot be read.", fetcher.UNREADABLE),
    (
        "The site redirects to another domain (www.example.org), where nothing is checked.",
        "The site redirects to another domain (www.example.org), which is not followed.",
    ),
    (
        "The certificate of shop.example.com is of an authority that browsers do not know, or an"
        " intermediate one is missing.",
        "The certificate of shop.example.com is from an authority that browsers do not trust, or an"
        " intermediate one is missing.",
    ),
    (
        "shop.example.com does not speak https properly.",
        "shop.example.com does not support https correctly.",
    ),
]
"""What release 0.1.0 stored, and the same reason as this release words it."""


@pytest.mark.parametrize("reason", constants(methods, resolver, fetcher))
def test_a_reason_has_its_words_in_german(reason: str) -> None:
    text = translated(reason, "de")
    assert text != reason
    assert "{" not in text


@pytest.mark.parametrize("reason", constants(resolver, fetcher))
def test_the_network_says_nothing_about_checks(reason: str) -> None:
    assert "checked" not in reason


def test_hostnames_and_numbers_stay() -> None:
    text = translated(
        "The site redirects to another domain (www.example.org), which is not followed.", "de"
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


@pytest.mark.parametrize(("former", "current"), FORMER)
def test_a_reason_stored_by_an_earlier_release_is_german_too(former: str, current: str) -> None:
    assert translated(former, "de") == translated(current, "de") != current


def test_every_former_reason_is_covered() -> None:
    assert len(FORMER) == len(FORMER_REASONS)


def test_english_stays_as_it_is() -> None:
    assert all(translated(reason, "en") == reason for reason in (*REASONS, *FORMER_REASONS))
    assert translated("", "de") == ""
    assert translated("12 of www.example.com", "de") == "12 of www.example.com"
