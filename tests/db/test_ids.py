from __future__ import annotations

import time
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.db import ids
from consent_app.db.ids import first_id_from, id_time, last_id_to, new_id

INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@given(INSTANTS, INSTANTS)
def test_bounds_count_to_the_millisecond(at: datetime, bound: datetime) -> None:
    receipt = new_id(at)
    created = id_time(receipt)
    assert (receipt >= first_id_from(bound)) == (created >= bound)
    assert (receipt <= last_id_to(bound)) == (created <= bound)


@pytest.mark.parametrize("hours", [1, 24 * 365])
def test_an_id_has_the_time_of_a_clock_that_was_set_back(
    hours: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    new_id()
    back = hours * 3600 * 10**9
    monkeypatch.setattr(ids, "time_ns", lambda: time.time_ns() - back)
    expected = datetime.now(UTC) - timedelta(hours=hours)
    assert abs(id_time(new_id()) - expected) < timedelta(seconds=10)


def test_ids_stay_in_order_if_the_clock_is_set_back_a_little(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(ids, "time_ns", lambda: time.time_ns() - 5 * 10**9)
    made = [new_id() for _ in range(100)]
    assert made == sorted(made)
