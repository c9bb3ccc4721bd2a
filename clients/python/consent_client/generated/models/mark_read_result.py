from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="MarkReadResult")



@_attrs_define
class MarkReadResult:
    """ The time up to which the feed is marked as read.

        Attributes:
            read_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    read_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        read_at = self.read_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "readAt": read_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        read_at = datetime.datetime.fromisoformat(d.pop("readAt"))




        mark_read_result = cls(
            read_at=read_at,
        )

        return mark_read_result
