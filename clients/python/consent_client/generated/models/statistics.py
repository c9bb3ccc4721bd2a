from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.statistics_group import StatisticsGroup
from ..models.statistics_interval import StatisticsInterval
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.statistics_series import StatisticsSeries





T = TypeVar("T", bound="Statistics")



@_attrs_define
class Statistics:
    """ Impressions and decisions over time.

        Attributes:
            interval (StatisticsInterval): The length of an interval; all intervals begin in UTC, weeks on Monday.
            group_by (StatisticsGroup): How counts are grouped.
            complete_to (datetime.datetime | None): Every decision before this instant is counted; null before the first
                count.
            starts (list[datetime.datetime]): The beginning of each interval.
            impressions (StatisticsSeries): Counts over time: in total, and by group.
            decisions (StatisticsSeries): Counts over time: in total, and by group.
     """

    interval: StatisticsInterval
    group_by: StatisticsGroup
    complete_to: datetime.datetime | None
    starts: list[datetime.datetime]
    impressions: StatisticsSeries
    decisions: StatisticsSeries





    def to_dict(self) -> dict[str, Any]:
        from ..models.statistics_series import StatisticsSeries # noqa: PLC0415
        interval = self.interval.value

        group_by = self.group_by.value

        complete_to: None | str
        if isinstance(self.complete_to, datetime.datetime):
            complete_to = self.complete_to.isoformat()
        else:
            complete_to = self.complete_to

        starts = []
        for starts_item_data in self.starts:
            starts_item = starts_item_data.isoformat()
            starts.append(starts_item)



        impressions = self.impressions.to_dict()

        decisions = self.decisions.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "interval": interval,
            "groupBy": group_by,
            "completeTo": complete_to,
            "starts": starts,
            "impressions": impressions,
            "decisions": decisions,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.statistics_series import StatisticsSeries # noqa: PLC0415
        d = dict(src_dict)
        interval = StatisticsInterval(d.pop("interval"))




        group_by = StatisticsGroup(d.pop("groupBy"))




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


        starts = []
        _starts = d.pop("starts")
        for starts_item_data in (_starts):
            starts_item = datetime.datetime.fromisoformat(starts_item_data)



            starts.append(starts_item)


        impressions = StatisticsSeries.from_dict(d.pop("impressions"))




        decisions = StatisticsSeries.from_dict(d.pop("decisions"))




        statistics = cls(
            interval=interval,
            group_by=group_by,
            complete_to=complete_to,
            starts=starts,
            impressions=impressions,
            decisions=decisions,
        )

        return statistics
