from __future__ import annotations

from datetime import UTC, datetime

from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import first_id_from, id_time, last_id_to, new_id

INSTANTS = st.datetimes(datetime(1971, 1, 1), datetime(2200, 1, 1), timezones=st.just(UTC))


@given(INSTANTS, INSTANTS)
def test_bounds_count_to_the_millisecond(at: datetime, bound: datetime) -> None:
    receipt = new_id(at)
    created = id_time(receipt)
    assert (receipt >= first_id_from(bound)) == (created >= bound)
    assert (receipt <= last_id_to(bound)) == (created <= bound)
