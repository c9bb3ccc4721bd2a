"""The strict reader, and instants."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta, timezone
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.openapi.json import JsonError, dumps, loads, parse_timestamp, timestamp

VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers(-(2**63), 2**64 - 1)
    | st.floats(-1e19, 1e19)
    | st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])),
    lambda inner: (
        st.lists(inner)
        | st.dictionaries(
            st.text(st.characters(exclude_characters="\x00", exclude_categories=["Cs"])), inner
        )
    ),
    max_leaves=20,
)


@given(VALUES, st.booleans(), st.sampled_from([None, 1]))
def test_every_clean_value_is_read_as_the_standard_library_reads_it(
    value: Any, ascii_only: bool, indent: int | None
) -> None:
    raw = json.dumps(value, ensure_ascii=ascii_only, indent=indent, separators=(" ,", " : "))
    assert loads(raw.encode()) == json.loads(raw)


@given(st.dictionaries(st.text(st.characters(codec="ascii")), VALUES, min_size=1), st.data())
def test_a_duplicate_json_member_is_always_detected(value: dict[str, Any], data: Any) -> None:
    twice = data.draw(st.sampled_from(sorted(value)))
    members = [*value.items(), (twice, data.draw(VALUES))]
    raw = "{" + ",".join(f"{json.dumps(k)}:{json.dumps(v)}" for k, v in members) + "}"
    with pytest.raises(JsonError):
        loads(b'[{"":"::"},' + raw.encode() + b"]")


@pytest.mark.parametrize(
    "raw", [b"1e400", b"18446744073709551616", b"NaN", b'"\\u0000"', b'"\\ud800"', b"", b'"\xff"']
)
def test_values_that_later_readers_cannot_parse_are_refused(raw: bytes) -> None:
    with pytest.raises(JsonError):
        loads(raw)


@pytest.mark.parametrize("text", ["1.0", "1e0", "10E-1", "1.000"])
def test_an_integer_is_one_however_it_is_written(text: str) -> None:
    value = loads(f'{{"a": [{text}, "{text}"]}}'.encode())["a"]
    assert value == [1, text]
    assert type(value[0]) is int


@pytest.mark.parametrize("text", ["1.5", "1.25e1", "0.01"])
def test_other_numbers_stay_as_they_are(text: str) -> None:
    assert type(loads(text.encode())) is float


def test_nesting_has_a_limit() -> None:
    assert loads(b"[" * 64 + b"]" * 64)
    with pytest.raises(JsonError, match="nested"):
        loads(b"[" * 65 + b"]" * 65)


def test_only_plain_values_are_written() -> None:
    assert dumps({"a": [1, "ä", None]}) == '{"a":[1,"ä",null]}'.encode()
    with pytest.raises(TypeError):
        dumps({"at": datetime.now(UTC)})


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("2026-01-02T03:04:05Z", "2026-01-02T03:04:05.000Z"),
        ("2026-01-02t03:04:05.6789z", "2026-01-02T03:04:05.678Z"),
        ("2026-01-02T03:04:05.678901234567+02:00", "2026-01-02T01:04:05.678Z"),
        ("2026-01-02T03:04:05-23:59", "2026-01-03T03:03:05.000Z"),
        ("2026-01-02T03:04:05.678901+0000", "2026-01-02T03:04:05.678Z"),
        ("2026-01-02T03:04:05-0130", "2026-01-02T04:34:05.000Z"),
        ("2016-12-31T23:59:60Z", "2017-01-01T00:00:00.000Z"),
        ("2016-12-31T23:59:60.5Z", "2017-01-01T00:00:00.000Z"),
    ],
)
def test_rfc_3339_is_read_with_any_offset(text: str, expected: str) -> None:
    assert timestamp(parse_timestamp(text)) == expected


@pytest.mark.parametrize(
    "text",
    [
        "",
        "2026-01-02",
        "2026-01-02T03:04Z",
        "2026-01-02T03:04:05",
        "2026-01-02 03:04:05Z",
        "2026-01-02T03:04:05Z\n",
        "2026-01-02T03:04:05,5Z",
        "2026-01-02T03:04:05.Z",
        "2026-02-30T03:04:05Z",
        "2026-01-02T24:00:00Z",
        "2026-01-02T03:04:61Z",
        "2026-01-02T03:04:05+24:00",
        "2026-01-02T03:04:05+01:60",
        "2026-01-02T03:04:05+01",
        "2026-01-02T03:04:05+010",
        "0000-01-01T00:00:00Z",
        "0001-01-01T00:00:00+00:01",
        "9999-12-31T23:59:59-00:01",
        "9999-12-31T23:59:60Z",
        "\uff12026-01-02T03:04:05Z",
    ],
)
def test_anything_else_is_refused(text: str) -> None:
    with pytest.raises(ValueError, match=r"[a-z]"):
        parse_timestamp(text)


@given(st.datetimes(timezones=st.just(UTC)))
def test_an_instant_survives_the_way_out_and_in(instant: datetime) -> None:
    back = parse_timestamp(timestamp(instant))
    assert timedelta(0) <= instant - back < timedelta(milliseconds=1)


def test_an_instant_is_written_in_utc() -> None:
    zone = timezone(timedelta(hours=2))
    assert timestamp(datetime(2026, 1, 2, 3, tzinfo=zone)) == "2026-01-02T01:00:00.000Z"
    with pytest.raises(ValueError, match="zone"):
        timestamp(datetime(2026, 1, 2))
