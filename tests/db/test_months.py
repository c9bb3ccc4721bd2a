"""Calendar months before an instant, and the next one."""

from __future__ import annotations

from datetime import UTC, datetime

import pytest

from consent_app.db.months import months_before, next_month


@pytest.mark.parametrize(
    ("instant", "months", "expected"),
    [
        ("2026-11-22", 0, "2026-11-22"),
        ("2026-11-22", 13, "2025-10-22"),
        ("2026-01-15", 1, "2025-12-15"),
        ("2026-03-31", 1, "2026-02-28"),
        ("2028-03-31", 1, "2028-02-29"),
        ("2028-02-29", 12, "2027-02-28"),
        ("2026-12-31", 36, "2023-12-31"),
        ("2026-12-31", 6, "2026-06-30"),
    ],
)
def test_months_before_keeps_the_time_and_shortens_to_the_end_of_the_month(
    instant: str, months: int, expected: str
) -> None:
    at = datetime.fromisoformat(f"{instant}T10:20:30.123456").replace(tzinfo=UTC)
    before = months_before(at, months)
    assert f"{before:%Y-%m-%d}" == expected
    assert (before.timetz(), before.tzinfo) == (at.timetz(), UTC)


@pytest.mark.parametrize(
    ("start", "expected"), [("2026-01-01", "2026-02-01"), ("2026-12-01", "2027-01-01")]
)
def test_the_next_month_may_be_in_the_next_year(start: str, expected: str) -> None:
    start_at, expected_at = (
        datetime.fromisoformat(day).replace(tzinfo=UTC) for day in (start, expected)
    )
    assert next_month(start_at) == expected_at
