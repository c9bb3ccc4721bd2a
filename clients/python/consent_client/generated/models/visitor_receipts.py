from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID






T = TypeVar("T", bound="VisitorReceipts")



@_attrs_define
class VisitorReceipts:
    """ A visitor's receipts, which erasing the visitor would delete.

        Attributes:
            linked (int): The number of the receipt and those linked to it.
            linked_ids (list[UUID]): The ids of these receipts, newest first. Of more than 100, the newest 100.
            same_address (int): The number of other receipts with the same hash of an address.
     """

    linked: int
    linked_ids: list[UUID]
    same_address: int





    def to_dict(self) -> dict[str, Any]:
        linked = self.linked

        linked_ids = []
        for linked_ids_item_data in self.linked_ids:
            linked_ids_item = str(linked_ids_item_data)
            linked_ids.append(linked_ids_item)



        same_address = self.same_address


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "linked": linked,
            "linkedIds": linked_ids,
            "sameAddress": same_address,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        linked = d.pop("linked")

        linked_ids = []
        _linked_ids = d.pop("linkedIds")
        for linked_ids_item_data in (_linked_ids):
            linked_ids_item = UUID(linked_ids_item_data)



            linked_ids.append(linked_ids_item)


        same_address = d.pop("sameAddress")

        visitor_receipts = cls(
            linked=linked,
            linked_ids=linked_ids,
            same_address=same_address,
        )

        return visitor_receipts
