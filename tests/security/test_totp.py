"""Codes of authenticators and backup codes."""

from __future__ import annotations

from datetime import UTC, datetime

import pyotp
import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.security import totp

NOW = datetime(2026, 11, 21, 10, tzinfo=UTC)
TEXT = st.text(max_size=200)


def test_totp_agrees_with_another_implementation_and_rfc_6238() -> None:
    secret = "GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ"
    # RFC 6238, appendix B, cut to six digits.
    for seconds, code in ((59, "287082"), (1111111109, "081804"), (20000000000, "353130")):
        at = datetime.fromtimestamp(seconds, UTC)
        assert totp.matching_step(secret, code, at) == seconds // 30
    assert totp.code_at(secret, NOW) == pyotp.TOTP(secret).at(NOW)


@pytest.mark.parametrize("digits", ["٠١٢٣٤٥٦٧٨٩", "０１２３４５６７８９"])  # noqa: RUF001
def test_digits_of_other_scripts_are_no_code(digits: str) -> None:
    secret = totp.new_secret()
    code = totp.code_at(secret, NOW).translate(str.maketrans("0123456789", digits))
    assert totp.matching_step(secret, code, NOW) is None


@given(TEXT)
def test_any_code_is_compared_without_an_error(text: str) -> None:
    secret = totp.new_secret()
    step = totp.matching_step(secret, text, NOW)
    assert step is None or text.isascii()


def test_backup_codes_are_ten_and_read_as_they_sound() -> None:
    codes = totp.new_backup_codes()
    assert len(set(codes)) == 10
    assert not set("".join(codes)) & set("ILOU")
    assert totp.normal_backup_code("oil1abcxyz") == "0111ABCXYZ"
