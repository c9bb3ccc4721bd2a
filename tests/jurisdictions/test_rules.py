"""Which rule applies: every place, each date that a law begins, a signal, an earlier decision."""

from __future__ import annotations

import copy
import tomllib
from datetime import date, timedelta
from typing import Any

import pytest

from consent_app.jurisdictions.places import COUNTRIES, REGIONS, Place, parse_place
from consent_app.jurisdictions.rules import CATEGORIES, read_table, rule_at, rule_table

TABLE = rule_table()
TODAY = date(2026, 11, 22)
PLACES: list[Place | None] = [
    None,
    *(Place(code) for code in sorted(COUNTRIES)),
    *(Place(country, region) for country, regions in REGIONS.items() for region in regions),
]
DATES = sorted(
    {
        rule.effective_from + timedelta(days=days)
        for rule in TABLE.rules
        for days in (-1, 0)
        if rule.effective_from.year > 2000
    }
)


def test_every_place_has_at_every_date_the_rule_that_the_data_names() -> None:
    for day in DATES:
        for place in PLACES:
            rule = rule_at(place, day)
            assert rule.effective_from <= day
            codes = [place.code, place.country] if place else []
            if place and place.code in TABLE.unknown_region:
                codes = [TABLE.unknown_region[place.code], place.country]
            # Computed from the rows independently of the table's own code.
            rows = [
                (index, row.effective_from, row)
                for row in TABLE.rules
                for index, code in enumerate(codes)
                if code in row.places and row.effective_from <= day
            ]
            first = min((index for index, _, _ in rows), default=None)
            expected = max(
                ((begun, row) for index, begun, row in rows if index == first),
                key=lambda row: row[0],
                default=(None, TABLE.current("strictest", day)),
            )[1]
            assert rule == expected, (place, day)


@pytest.mark.parametrize(
    ("place", "day", "rule_id", "version", "model"),
    [
        ("DE", TODAY, "eu", 1, "opt_in"),
        ("NO", TODAY, "eu", 1, "opt_in"),
        ("GB", date(2026, 2, 4), "uk", 1, "opt_in"),
        ("GB", date(2026, 2, 5), "uk", 2, "opt_in"),
        ("US-TX", TODAY, "us-tx", 1, "opt_out"),
        ("US-WY", TODAY, "us", 1, "notice"),
        ("US", TODAY, "us-ca", 1, "opt_out"),
        ("US-OK", date(2026, 12, 31), "us", 1, "notice"),
        ("US-OK", date(2027, 1, 1), "us-ok", 1, "opt_out"),
        ("US-LA", date(2026, 12, 31), "us", 1, "notice"),
        ("US-LA", date(2027, 1, 1), "us-la", 1, "opt_out"),
        ("US-AL", date(2027, 4, 30), "us", 1, "notice"),
        ("US-AL", date(2027, 5, 1), "us-al", 1, "opt_out"),
        ("CA", TODAY, "ca-qc", 1, "opt_in"),
        ("CA-QC", TODAY, "ca-qc", 1, "opt_in"),
        ("CA-ON", TODAY, "ca", 1, "opt_out"),
        ("IN", TODAY, "in", 1, "notice"),
        ("IN", date(2027, 5, 13), "in", 2, "opt_in"),
        ("FK", TODAY, "strictest", 1, "opt_in"),
        (None, TODAY, "strictest", 1, "opt_in"),
    ],
)
def test_each_place_has_its_model(
    place: str | None, day: date, rule_id: str, version: int, model: str
) -> None:
    rule = rule_at(parse_place(place) if place else None, day)
    assert (rule.id, rule.version, rule.model) == (rule_id, version, model)


def test_twenty_states_have_a_law_and_in_twelve_the_signal_binds() -> None:
    states = [rule_at(Place("US", region), TODAY) for region in REGIONS["US"]]
    state_rules = [rule for rule in states if rule.id != "us"]
    assert len(state_rules) == 20
    binding = {rule.id.removeprefix("us-").upper() for rule in state_rules if rule.gpc_binds}
    assert binding == set("CA CO CT DE MD MN MT NE NH NJ OR TX".split())


def test_the_exemptions_of_the_united_kingdom_begin_with_the_act() -> None:
    before, since = (rule_at(Place("GB"), date(2026, 2, day)) for day in (4, 5))
    assert before.exempt == ()
    assert set(since.exempt) == {"analytics", "preferences"} < set(CATEGORIES)


def raw() -> dict[str, Any]:
    from importlib.resources import files

    text = files("consent_app.jurisdictions").joinpath("data/rules.toml").read_text("utf-8")
    return tomllib.loads(text)


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        ({"model": "ask"}, "model is unknown"),
        ({"places": ["XX"]}, "XX is no code"),
        ({"places": ["GB"]}, "GB belongs to"),
        ({"exempt": ["films"]}, "not a category"),
        ({"links": ["films"]}, "link that is not described"),
        ({"renewal": {"min_months": 13, "max_months": 12, "after_refusal": 6}}, "out of order"),
        ({"source": ""}, "source is missing"),
        ({"verified": False}, "verified without"),
        ({"version": 3}, "follows no earlier"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_data_that_contradicts_itself_is_refused(change: dict[str, Any], complaint: str) -> None:
    data = copy.deepcopy(raw())
    data["rules"][0].update(change)
    with pytest.raises(ValueError, match=complaint):
        read_table(data)


def test_no_row_is_missing_or_twice() -> None:
    data = raw()
    data["rules"].append(data["rules"][-1])
    with pytest.raises(ValueError, match="is defined twice"):
        read_table(data)
    data["rules"] = data["rules"][:3]
    with pytest.raises(ValueError, match="no rule strictest"):
        read_table(data)


def test_every_row_cites_its_source_and_says_when_it_was_reviewed() -> None:
    for rule in TABLE.rules:
        assert rule.source
        assert rule.reviewed_on <= TODAY
        assert rule.verified == (rule.checked is not None)


def test_the_rule_of_a_place_is_looked_up_once_a_day() -> None:
    # Every visitor's page asks for it.
    day = date(2031, 1, 1)
    looked_up = rule_at.cache_info().misses
    rules = [rule_at(Place("FR"), day) for _ in range(3)]
    assert rules == [TABLE.at(Place("FR"), day)] * 3
    assert rule_at.cache_info().misses == looked_up + 1
