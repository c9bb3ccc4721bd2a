"""The quota of a plan: which domains it covers, and how each is billed.

The billing unit is the root domain, with its www and two further subdomains. Usage is always
computed from the hostnames in the order in which they were added, and never stored, so that a
deletion or a smaller plan needs no separate rule.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple
from uuid import UUID

INCLUDED_SUBDOMAINS = 2

BilledAs = Literal["root", "included", "extra"]


class BilledSite(NamedTuple):
    """A domain of a workspace, as billing needs it."""

    id: UUID
    hostname: str
    root: str


@dataclass(frozen=True, slots=True)
class PlanUsage:
    """How each domain of a workspace is billed, by id, and the number of units.

    ``over`` are the domains that the plan does not cover; ``limit`` is its number of units.
    """

    billed_as: dict[UUID, BilledAs]
    over: frozenset[UUID]
    used: int
    limit: int | None = None


def plan_usage(sites: Iterable[BilledSite], limit: int | None) -> PlanUsage:
    """Return how the domains of a workspace, in the order they were added, are billed.

    A unit is a registrable domain, or an extra subdomain. ``limit`` is the plan's number of units;
    domains with later units are over the allowance. None: no limit.
    """
    billed_as: dict[UUID, BilledAs] = {}
    unit_of_root: dict[str, int] = {}
    subdomains: dict[str, int] = {}
    over: set[UUID] = set()
    used = 0
    for site in sites:
        if site.root not in unit_of_root:
            used += 1
            unit_of_root[site.root] = used
        unit = unit_of_root[site.root]
        if site.hostname == site.root:
            billed_as[site.id] = "root"
        elif site.hostname == f"www.{site.root}":
            billed_as[site.id] = "included"
        else:
            subdomains[site.root] = subdomains.get(site.root, 0) + 1
            if subdomains[site.root] <= INCLUDED_SUBDOMAINS:
                billed_as[site.id] = "included"
            else:
                billed_as[site.id] = "extra"
                used += 1
                unit = used
        if limit is not None and unit > limit:
            over.add(site.id)
    return PlanUsage(billed_as, frozenset(over), used, limit)
