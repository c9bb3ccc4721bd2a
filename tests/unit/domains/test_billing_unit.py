from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from consent_app.db.ids import new_id
from consent_app.domains.billing_unit import Billing, Site, bill

LABELS = st.sampled_from(["", "www.", "a.", "b.", "c.", "d.", "x.www."])
ROOTS = st.sampled_from(["one.example", "two.example", "three.example"])
HOSTS = st.lists(st.tuples(LABELS, ROOTS), unique=True, max_size=21)


def sites(*hosts: str) -> list[Site]:
    return [Site(new_id(), host, ".".join(host.split(".")[-2:])) for host in hosts]


def billed(hosts: list[str], limit: int | None = None) -> tuple[list[str], list[str], int]:
    given = sites(*hosts)
    result = bill(given, limit)
    over = [site.hostname for site in given if site.id in result.over]
    return [result.billed_as[site.id] for site in given], over, result.used


@pytest.mark.parametrize(
    ("hosts", "limit", "expected"),
    [
        ([], 1, ([], [], 0)),
        (["a.x"], 1, (["root"], [], 1)),
        (["www.a.x"], 1, (["included"], [], 1)),
        (["a.x", "www.a.x", "b.a.x", "c.a.x"], 1, (["root"] + ["included"] * 3, [], 1)),
        (["b.a.x", "c.a.x", "d.a.x"], 1, (["included", "included", "extra"], ["d.a.x"], 2)),
        # An included one was deleted: the next extra takes its place.
        (["c.a.x", "d.a.x"], 1, (["included", "included"], [], 1)),
        # The root was deleted: its subdomains still make one unit.
        (["b.a.x", "www.a.x"], 1, (["included", "included"], [], 1)),
        # What belongs to a covered root is covered, however late it was added.
        (["a.x", "b.x", "www.a.x"], 1, (["root", "root", "included"], ["b.x"], 2)),
        # What belongs to a root that is over is over.
        (["a.x", "b.x", "www.b.x"], 1, (["root", "root", "included"], ["b.x", "www.b.x"], 2)),
        (["a.x", "b.x"], None, (["root", "root"], [], 2)),
    ],
)
def test_the_table(
    hosts: list[str], limit: int | None, expected: tuple[list[str], list[str], int]
) -> None:
    assert billed(hosts, limit) == expected


def run(hosts: list[tuple[str, str]], limit: int | None) -> tuple[list[Site], Billing]:
    made = [Site(new_id(), label + root, root) for label, root in hosts]
    return made, bill(made, limit)


@given(HOSTS, st.one_of(st.none(), st.integers(0, 8)))
def test_it_always_adds_up(hosts: list[tuple[str, str]], limit: int | None) -> None:
    made, result = run(hosts, limit)
    extras = sum(1 for kind in result.billed_as.values() if kind == "extra")
    assert result.used == len({site.root for site in made}) + extras
    assert set(result.billed_as) == {site.id for site in made}
    for site in made:
        assert (result.billed_as[site.id] == "root") == (site.hostname == site.root)
        assert result.billed_as[site.id] != "extra" or not site.hostname.startswith("www.")
    if limit is None or limit >= result.used:
        assert not result.over
    elif made:
        assert result.over


@given(HOSTS, st.integers(0, 8))
def test_a_larger_plan_never_holds_more(hosts: list[tuple[str, str]], limit: int) -> None:
    made, small = run(hosts, limit)
    large = bill(made, limit + 1)
    assert large.over <= small.over
    assert large.billed_as == small.billed_as


@given(HOSTS)
def test_adding_one_changes_nothing_before_it(hosts: list[tuple[str, str]]) -> None:
    made, whole = run(hosts, 3)
    fewer = bill(made[:-1], 3)
    assert fewer.used <= whole.used
    for site in made[:-1]:
        assert fewer.billed_as[site.id] == whole.billed_as[site.id]
        assert (site.id in fewer.over) == (site.id in whole.over)
