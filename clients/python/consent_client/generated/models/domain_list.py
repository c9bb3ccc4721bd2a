from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.allowance import Allowance
  from ..models.domain import Domain
  from ..models.domain_facets import DomainFacets





T = TypeVar("T", bound="DomainList")



@_attrs_define
class DomainList:
    """ One page of domains, with the counts of all pages.

        Attributes:
            items (list[Domain]): The domains of this page.
            facets (DomainFacets): Counts by status, with all filters except `status`.
            total (int): The number of matching domains, over all pages.
            allowance (Allowance): The plan's allowance, for all domains of the workspace whatever the filters. Null means
                no
                limit.
     """

    items: list[Domain]
    facets: DomainFacets
    total: int
    allowance: Allowance





    def to_dict(self) -> dict[str, Any]:
        from ..models.allowance import Allowance # noqa: PLC0415
        from ..models.domain import Domain # noqa: PLC0415
        from ..models.domain_facets import DomainFacets # noqa: PLC0415
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)



        facets = self.facets.to_dict()

        total = self.total

        allowance = self.allowance.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "items": items,
            "facets": facets,
            "total": total,
            "allowance": allowance,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.allowance import Allowance # noqa: PLC0415
        from ..models.domain import Domain # noqa: PLC0415
        from ..models.domain_facets import DomainFacets # noqa: PLC0415
        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in (_items):
            items_item = Domain.from_dict(items_item_data)



            items.append(items_item)


        facets = DomainFacets.from_dict(d.pop("facets"))




        total = d.pop("total")

        allowance = Allowance.from_dict(d.pop("allowance"))




        domain_list = cls(
            items=items,
            facets=facets,
            total=total,
            allowance=allowance,
        )

        return domain_list
