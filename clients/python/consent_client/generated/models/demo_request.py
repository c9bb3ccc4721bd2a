from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="DemoRequest")



@_attrs_define
class DemoRequest:
    """ The workspace's name.

        Attributes:
            organization_name (str | Unset): 1 to 100 characters after trimming, at least one of them visible; no `://`, no
                control
                characters, no encoded word (`=?`).
     """

    organization_name: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        organization_name = self.organization_name


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if organization_name is not UNSET:
            field_dict["organizationName"] = organization_name

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        organization_name = d.pop("organizationName", UNSET)

        demo_request = cls(
            organization_name=organization_name,
        )

        return demo_request
