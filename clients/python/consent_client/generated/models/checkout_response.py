from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="CheckoutResponse")



@_attrs_define
class CheckoutResponse:
    """ The checkout, and the page on which the buyer pays.

        Attributes:
            checkout_id (str): The checkout's id.
            checkout_url (str): The payment provider's page; send the buyer there.
     """

    checkout_id: str
    checkout_url: str





    def to_dict(self) -> dict[str, Any]:
        checkout_id = self.checkout_id

        checkout_url = self.checkout_url


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "checkoutId": checkout_id,
            "checkoutUrl": checkout_url,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        checkout_id = d.pop("checkoutId")

        checkout_url = d.pop("checkoutUrl")

        checkout_response = cls(
            checkout_id=checkout_id,
            checkout_url=checkout_url,
        )

        return checkout_response
