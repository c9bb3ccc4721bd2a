from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app import email_address
from consent_app.email_address import NOT_ALONE, NOT_ASCII, NOT_PUBLIC, TOO_LONG

LONG_DOMAIN = ".".join(["a" * 63] * 3)


@pytest.mark.parametrize(
    "text",
    [
        "ada@example.com",
        "Ada.Lovelace+tag@sub.example.co.uk",
        "o'brien@xn--mller-kva.de",
        "{x}|/?^_`~-@a-b.example",
        f"{'a' * 58}@{LONG_DOMAIN}.co",
    ],
)
def test_only_a_bare_address_is_accepted(text: str) -> None:
    assert email_address.problem_of(text, development=False) is None


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('"any text" <a@b.example>', NOT_ALONE),
        ("Ada <ada@example.com>", NOT_ALONE),
        ('"quoted"@example.com', NOT_ALONE),
        ("ada(comment)@example.com", NOT_ALONE),
        ("ada @example.com", NOT_ALONE),
        (" ada@example.com", NOT_ALONE),
        ("a@b@example.com", NOT_ALONE),
        (".ada@example.com", NOT_ALONE),
        ("a..b@example.com", NOT_ALONE),
        ("ada.@example.com", NOT_ALONE),
        ("@example.com", NOT_ALONE),
        ("ada", NOT_ALONE),
        ("=?utf-8?q?ada?=@example.com", NOT_ALONE),
        ("ada\r\nBcc:x@example.com", NOT_ALONE),
        ("ada@[192.0.2.1]", NOT_PUBLIC),
        ("ada@[IPv6:2001:db8::1]", NOT_PUBLIC),
        ("ada@192.0.2.1", NOT_PUBLIC),
        ("ada@example.com.", NOT_PUBLIC),
        ("ada@-a.example", NOT_PUBLIC),
        ("ada@example.com\n", NOT_PUBLIC),
        ("ada@exa mple.com", NOT_PUBLIC),
        ("ada@localhost", NOT_PUBLIC),
        ("ada@mail.local", NOT_PUBLIC),
        ("ada@müller.de", NOT_ASCII),
        ("ädä@example.com", NOT_ASCII),
        (f"{'a' * 65}@example.com", TOO_LONG),
        (f"{'a' * 60}@{LONG_DOMAIN}.com", TOO_LONG),
    ],
)
def test_other_arguments_are_refused(text: str, message: str) -> None:
    assert email_address.problem_of(text, development=False) == message


def test_development_accepts_names_that_do_not_resolve() -> None:
    for text in ("ada@localhost", "ada@mail.local"):
        assert email_address.problem_of(text, development=True) is None
    for text in ("ada@[127.0.0.1]", "ada@127.0.0.1", "Ada <ada@localhost>"):
        assert email_address.problem_of(text, development=True) is not None


@given(st.text(alphabet='ab.@<>"()[]:;, \\=?\t\n', max_size=30))
def test_accepted_addresses_have_one_spelling_for_each_mailbox(text: str) -> None:
    if email_address.problem_of(text, development=True) is None:
        assert text.count("@") == 1
        assert not set(text) & set('<>"()[]:;, \\\t\n')
