from __future__ import annotations

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import first_id_from, id_time, last_id_to, new_id
from consent_app.db.months import months_before

INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@pytest.mark.parametrize(
    ("now", "expected"),
    [
        ("2026-11-21T10:00:00+00:00", "2025-11-21T10:00:00+00:00"),
        ("2028-02-29T00:00:00+00:00", "2027-02-28T00:00:00+00:00"),
        ("2026-01-31T00:00:00+00:00", "2025-01-31T00:00:00+00:00"),
    ],
)
def test_twelve_calendar_months(now: str, expected: str) -> None:
    assert months_before(datetime.fromisoformat(now), 12) == datetime.fromisoformat(expected)


@given(INSTANTS, INSTANTS)
def test_bounds_count_to_the_millisecond(at: datetime, bound: datetime) -> None:
    receipt = new_id(at)
    created = id_time(receipt)
    assert (receipt >= first_id_from(bound)) == (created >= bound)
    assert (receipt <= last_id_to(bound)) == (created <= bound)
