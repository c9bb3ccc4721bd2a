from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="StatisticsSeriesGroupsItem")



@_attrs_define
class StatisticsSeriesGroupsItem:
    """
        Attributes:
            key (None | str): The action, device, country, version, language or surface; null if it is not
                known.
            total (int):
            counts (list[int]): The count of each interval, in the order of `starts`.
     """

    key: None | str
    total: int
    counts: list[int]





    def to_dict(self) -> dict[str, Any]:
        key: None | str
        key = self.key

        total = self.total

        counts = self.counts




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "key": key,
            "total": total,
            "counts": counts,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_key(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        key = _parse_key(d.pop("key"))


        total = d.pop("total")

        counts = cast(list[int], d.pop("counts"))


        statistics_series_groups_item = cls(
            key=key,
            total=total,
            counts=counts,
        )

        return statistics_series_groups_item
