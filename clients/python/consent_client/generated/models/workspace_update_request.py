from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.visitor_data import VisitorData
from ..types import UNSET, Unset






T = TypeVar("T", bound="WorkspaceUpdateRequest")



@_attrs_define
class WorkspaceUpdateRequest:
    """ The changes; members that you leave out stay unchanged.

        Attributes:
            name (str | Unset): 1 to 100 characters after trimming, at least one of them visible; no `://`, no control
                characters, no encoded word (`=?`).
            retention_months (int | Unset): For how many months receipts are kept; a shorter time deletes older ones.
            visitor_data (VisitorData | Unset): What is stored about a visitor in addition to the decision. `full`: a keyed
                hash of the
                address, and the user agent. `reduced`: the hash, and browser family, major version and
                system. `none`: neither.
     """

    name: str | Unset = UNSET
    retention_months: int | Unset = UNSET
    visitor_data: VisitorData | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        retention_months = self.retention_months

        visitor_data: str | Unset = UNSET
        if not isinstance(self.visitor_data, Unset):
            visitor_data = self.visitor_data.value



        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if retention_months is not UNSET:
            field_dict["retentionMonths"] = retention_months
        if visitor_data is not UNSET:
            field_dict["visitorData"] = visitor_data

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        retention_months = d.pop("retentionMonths", UNSET)

        _visitor_data = d.pop("visitorData", UNSET)
        visitor_data: VisitorData | Unset
        if isinstance(_visitor_data,  Unset):
            visitor_data = UNSET
        else:
            visitor_data = VisitorData(_visitor_data)




        workspace_update_request = cls(
            name=name,
            retention_months=retention_months,
            visitor_data=visitor_data,
        )

        return workspace_update_request
