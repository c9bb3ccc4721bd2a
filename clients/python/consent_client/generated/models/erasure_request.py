from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="ErasureRequest")



@_attrs_define
class ErasureRequest:
    """ Which receipts to erase.

        Attributes:
            same_address (bool | Unset): Whether to delete also the receipts with the same hash of an address, including
                other
                people's.
                 Default: False.
     """

    same_address: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        same_address = self.same_address


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if same_address is not UNSET:
            field_dict["sameAddress"] = same_address

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        same_address = d.pop("sameAddress", UNSET)

        erasure_request = cls(
            same_address=same_address,
        )

        return erasure_request
