from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.plan_price import PlanPrice





T = TypeVar("T", bound="OfferedPlan")



@_attrs_define
class OfferedPlan:
    """ A plan, and whether it can be bought here.

        Attributes:
            id (str): The plan's id.
            name (str): Its name, to show to people.
            domains (int | None): How many domains it covers; null means no limit.
            price (None | PlanPrice): The price to show; null if the settings contain none.
            available (bool): Whether you can buy it with `POST /v1/billing/checkout`.
     """

    id: str
    name: str
    domains: int | None
    price: None | PlanPrice
    available: bool





    def to_dict(self) -> dict[str, Any]:
        from ..models.plan_price import PlanPrice # noqa: PLC0415
        id = self.id

        name = self.name

        domains: int | None
        domains = self.domains

        price: dict[str, Any] | None
        if isinstance(self.price, PlanPrice):
            price = self.price.to_dict()
        else:
            price = self.price

        available = self.available


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "domains": domains,
            "price": price,
            "available": available,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.plan_price import PlanPrice # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_domains(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        domains = _parse_domains(d.pop("domains"))


        def _parse_price(data: object) -> None | PlanPrice:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                price_type_0 = PlanPrice.from_dict(data)



                return price_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PlanPrice, data)

        price = _parse_price(d.pop("price"))


        available = d.pop("available")

        offered_plan = cls(
            id=id,
            name=name,
            domains=domains,
            price=price,
            available=available,
        )

        return offered_plan
