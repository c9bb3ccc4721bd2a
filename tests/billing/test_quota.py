from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from consent_app.billing.quota import BilledSite, PlanUsage, plan_usage
from consent_app.db.ids import new_id

LABELS = st.sampled_from(["", "www.", "a.", "b.", "c.", "d.", "x.www."])
ROOTS = st.sampled_from(["one.example", "two.example", "three.example"])
HOSTS = st.lists(st.tuples(LABELS, ROOTS), unique=True, max_size=21)


def run(hosts: list[tuple[str, str]], limit: int | None) -> tuple[list[BilledSite], PlanUsage]:
    sites = [BilledSite(new_id(), label + root, root) for label, root in hosts]
    return sites, plan_usage(sites, limit)


@given(HOSTS, st.one_of(st.none(), st.integers(0, 8)))
def test_counts_and_limits_of_a_quota_add_up(
    hosts: list[tuple[str, str]], limit: int | None
) -> None:
    sites, result = run(hosts, limit)
    extras = sum(1 for kind in result.billed_as.values() if kind == "extra")
    assert result.used == len({site.root for site in sites}) + extras
    assert set(result.billed_as) == {site.id for site in sites}
    for site in sites:
        assert (result.billed_as[site.id] == "root") == (site.hostname == site.root)
        assert result.billed_as[site.id] != "extra" or not site.hostname.startswith("www.")
    if limit is None or limit >= result.used:
        assert not result.over
    elif sites:
        assert result.over


@given(HOSTS, st.integers(0, 8))
def test_a_larger_plan_never_puts_more_domains_on_hold(
    hosts: list[tuple[str, str]], limit: int
) -> None:
    sites, small = run(hosts, limit)
    large = plan_usage(sites, limit + 1)
    assert large.over <= small.over
    assert large.billed_as == small.billed_as


@given(HOSTS)
def test_adding_one_changes_nothing_before_it(hosts: list[tuple[str, str]]) -> None:
    sites, whole = run(hosts, 3)
    fewer = plan_usage(sites[:-1], 3)
    assert fewer.used <= whole.used
    for site in sites[:-1]:
        assert fewer.billed_as[site.id] == whole.billed_as[site.id]
        assert (site.id in fewer.over) == (site.id in whole.over)


@given(HOSTS, st.integers(0, 8), st.integers(0, 20))
def test_a_deletion_counts_against_no_limit(
    hosts: list[tuple[str, str]], limit: int, at: int
) -> None:
    sites, before = run(hosts, limit)
    remaining = [site for index, site in enumerate(sites) if index != at]
    after = plan_usage(remaining, limit)
    assert after.used <= before.used
    for site in remaining:
        # An extra may take the place of an included one; nothing gets dearer.
        kinds = (before.billed_as[site.id], after.billed_as[site.id])
        assert kinds[0] == kinds[1] or kinds == ("extra", "included")


@given(HOSTS, st.integers(0, 8))
def test_allowance_is_used_in_order_by_billed_unit(
    hosts: list[tuple[str, str]], limit: int
) -> None:
    """The units that are covered are the first ones, each by its earliest domain."""
    sites, result = run(hosts, limit)
    unit_of = {
        site.id: site.id if result.billed_as[site.id] == "extra" else site.root for site in sites
    }
    units = list(dict.fromkeys(unit_of[site.id] for site in sites))
    assert len(units) == result.used
    covered = set(units[:limit])
    assert result.over == {site.id for site in sites if unit_of[site.id] not in covered}
