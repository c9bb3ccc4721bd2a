"""Errors that any request can get."""

from __future__ import annotations

from consent_app.errors import ValidationFailed


def test_a_failing_part_is_named_by_its_pointer() -> None:
    error = ValidationFailed.at("#/query/limit", "must be at most 100")
    assert [(part.pointer, part.message) for part in error.field_errors] == [
        ("#/query/limit", "must be at most 100")
    ]
    assert (error.status, error.code) == (400, "validation_failed")
    assert error.detail == ValidationFailed.default_detail
