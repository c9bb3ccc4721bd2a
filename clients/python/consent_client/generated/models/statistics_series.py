from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.statistics_series_groups_item import StatisticsSeriesGroupsItem





T = TypeVar("T", bound="StatisticsSeries")



@_attrs_define
class StatisticsSeries:
    """ Counts over time: in total, and by group.

        Attributes:
            total (int): The sum over all intervals.
            counts (list[int]): The count of each interval, in the order of `starts`.
            groups (list[StatisticsSeriesGroupsItem]): The largest groups, at most fifty; others are included only in
                `counts` and `total`.
     """

    total: int
    counts: list[int]
    groups: list[StatisticsSeriesGroupsItem]





    def to_dict(self) -> dict[str, Any]:
        from ..models.statistics_series_groups_item import StatisticsSeriesGroupsItem # noqa: PLC0415
        total = self.total

        counts = self.counts



        groups = []
        for groups_item_data in self.groups:
            groups_item = groups_item_data.to_dict()
            groups.append(groups_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "total": total,
            "counts": counts,
            "groups": groups,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.statistics_series_groups_item import StatisticsSeriesGroupsItem # noqa: PLC0415
        d = dict(src_dict)
        total = d.pop("total")

        counts = cast(list[int], d.pop("counts"))


        groups = []
        _groups = d.pop("groups")
        for groups_item_data in (_groups):
            groups_item = StatisticsSeriesGroupsItem.from_dict(groups_item_data)



            groups.append(groups_item)


        statistics_series = cls(
            total=total,
            counts=counts,
            groups=groups,
        )

        return statistics_series
