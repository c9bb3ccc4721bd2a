"""The unit that a plan bills: the root domain, with its www and two further subdomains.

Always computed from the hostnames there are, in the order they were added; never stored. So what
follows from a deletion or a smaller plan needs no rule of its own.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Literal, NamedTuple
from uuid import UUID

INCLUDED_SUBDOMAINS = 2

BilledAs = Literal["root", "included", "extra"]


class Site(NamedTuple):
    """One domain of a workspace, as far as billing looks at it."""

    id: UUID
    hostname: str
    root: str


@dataclass(frozen=True, slots=True)
class Billing:
    """How each domain of a workspace is billed, by id, and how many units that is."""

    billed_as: dict[UUID, BilledAs]
    over: frozenset[UUID]
    used: int


def bill(sites: Iterable[Site], limit: int | None) -> Billing:
    """Bill the domains of a workspace, given in the order in which they were added.

    A unit is a registrable domain, or an extra subdomain. ``limit`` is the plan's number of units;
    a domain whose unit comes after that many is over the allowance. None is without limit.
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
    return Billing(billed_as, frozenset(over), used)
