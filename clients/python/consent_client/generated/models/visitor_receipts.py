from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="VisitorReceipts")



@_attrs_define
class VisitorReceipts:
    """ How many receipts would be deleted if a visitor were erased.

        Attributes:
            linked (int): The receipt and the receipts linked to it.
            same_address (int): Other receipts with the same hash of an address.
     """

    linked: int
    same_address: int





    def to_dict(self) -> dict[str, Any]:
        linked = self.linked

        same_address = self.same_address


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "linked": linked,
            "sameAddress": same_address,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        linked = d.pop("linked")

        same_address = d.pop("sameAddress")

        visitor_receipts = cls(
            linked=linked,
            same_address=same_address,
        )

        return visitor_receipts
