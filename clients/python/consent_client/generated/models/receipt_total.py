from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="ReceiptTotal")



@_attrs_define
class ReceiptTotal:
    """ The approximate number of receipts.

        Attributes:
            total (int): The number of decisions, in whole hours.
            complete_to (datetime.datetime | None): Every decision before this instant is counted; null before the first
                count.
     """

    total: int
    complete_to: datetime.datetime | None





    def to_dict(self) -> dict[str, Any]:
        total = self.total

        complete_to: None | str
        if isinstance(self.complete_to, datetime.datetime):
            complete_to = self.complete_to.isoformat()
        else:
            complete_to = self.complete_to


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "total": total,
            "completeTo": complete_to,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        total = d.pop("total")

        def _parse_complete_to(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                complete_to_type_0 = datetime.datetime.fromisoformat(data)



                return complete_to_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        complete_to = _parse_complete_to(d.pop("completeTo"))


        receipt_total = cls(
            total=total,
            complete_to=complete_to,
        )

        return receipt_total
