from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.plan_price_interval import PlanPriceInterval






T = TypeVar("T", bound="PlanPrice")



@_attrs_define
class PlanPrice:
    """ What a plan costs, for display.

        Attributes:
            amount (int): The price in the smallest unit of the currency.
            currency (str): The currency's code (ISO 4217).
            interval (PlanPriceInterval): The period that one payment covers.
     """

    amount: int
    currency: str
    interval: PlanPriceInterval





    def to_dict(self) -> dict[str, Any]:
        amount = self.amount

        currency = self.currency

        interval = self.interval.value


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "amount": amount,
            "currency": currency,
            "interval": interval,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        amount = d.pop("amount")

        currency = d.pop("currency")

        interval = PlanPriceInterval(d.pop("interval"))




        plan_price = cls(
            amount=amount,
            currency=currency,
            interval=interval,
        )

        return plan_price
