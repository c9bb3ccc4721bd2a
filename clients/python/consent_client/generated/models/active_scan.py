from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.active_scan_status import ActiveScanStatus
from typing import cast
import datetime






T = TypeVar("T", bound="ActiveScan")



@_attrs_define
class ActiveScan:
    """ The running or waiting scan; `none` if there is none.

        Attributes:
            status (ActiveScanStatus): The state of the scan.
            id (None | str): The scan's id; null if there is none.
            started_at (datetime.datetime | None): When it started; null if it has not started.
     """

    status: ActiveScanStatus
    id: None | str
    started_at: datetime.datetime | None





    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        id: None | str
        id = self.id

        started_at: None | str
        if isinstance(self.started_at, datetime.datetime):
            started_at = self.started_at.isoformat()
        else:
            started_at = self.started_at


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "status": status,
            "id": id,
            "startedAt": started_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = ActiveScanStatus(d.pop("status"))




        def _parse_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        id = _parse_id(d.pop("id"))


        def _parse_started_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                started_at_type_0 = datetime.datetime.fromisoformat(data)



                return started_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        started_at = _parse_started_at(d.pop("startedAt"))


        active_scan = cls(
            status=status,
            id=id,
            started_at=started_at,
        )

        return active_scan
