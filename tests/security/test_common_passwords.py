"""Passwords that guessing begins with, and those that it does not."""

from __future__ import annotations

import pytest

from consent_app.security.common_passwords import (
    BREACHED,
    COMMON,
    PERSONAL,
    REPEATED,
    CommonPasswords,
)

COMMON_PASSWORDS = CommonPasswords()
NAMES = ("Ada Lovelace", "ada@kiln-and-kelp.example", "Analytical Engines")


@pytest.mark.parametrize(
    ("password", "rule"),
    [
        ("password1", BREACHED),
        ("PASSWORD1", BREACHED),
        ("abcabcabcabc", REPEATED),
        ("xyqxyqxyqxyq", REPEATED),
        ("xq" * 16, REPEATED),
        ("xq" * 17, None),
        ("x" * 128, None),
        ("Sunshine2026!", COMMON),
        ("lovelace-ada-26", PERSONAL),
        ("analytical-engines-7", PERSONAL),
        ("kiln-and-kelp-77x", PERSONAL),
        ("correct horse battery staple", None),
        ("vexing quartz lamplight", None),
    ],
)
def test_a_password_violates_the_rule_by_which_it_is_guessed(
    password: str, rule: str | None
) -> None:
    assert COMMON_PASSWORDS.violated_rule(password, NAMES) == rule


def test_passwords_may_not_contain_the_owners_name() -> None:
    assert COMMON_PASSWORDS.violated_rule("lovelace-ada-26") is None
    assert "lovelace-ada-26" not in COMMON_PASSWORDS
    assert "password1" in COMMON_PASSWORDS
    assert 1 not in COMMON_PASSWORDS
