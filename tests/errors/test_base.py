"""What every refusal has in common."""

from __future__ import annotations

from consent_app.errors import NotFound
from consent_app.errors.base import AppError


def test_a_refusal_says_what_its_class_says_unless_it_is_given_words() -> None:
    assert NotFound().detail == NotFound.default_detail
    assert NotFound("No such banner.").detail == "No such banner."
    assert str(NotFound("No such banner.")) == "No such banner."


def test_the_consequences_of_a_refusal_wait_for_the_rollback() -> None:
    written: list[str] = []
    error = NotFound()
    assert error.after_rollback is None
    assert error.then(lambda: written.append("audit")) is error
    assert written == []
    assert error.after_rollback is not None
    error.after_rollback()
    assert written == ["audit"]


def test_headers_and_fields_are_each_errors_own() -> None:
    first, second = AppError(), AppError()
    first.headers["Retry-After"] = "1"
    assert second.headers == {}
    assert second.field_errors == ()
