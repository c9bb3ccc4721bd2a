from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Allowance")



@_attrs_define
class Allowance:
    """ The plan's allowance, for all domains of the workspace whatever the filters. Null means no
    limit.

        Attributes:
            limit (int | None): How many units the plan covers; null means no limit.
            used (int): How many units the domains use.
     """

    limit: int | None
    used: int





    def to_dict(self) -> dict[str, Any]:
        limit: int | None
        limit = self.limit

        used = self.used


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "limit": limit,
            "used": used,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_limit(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        limit = _parse_limit(d.pop("limit"))


        used = d.pop("used")

        allowance = cls(
            limit=limit,
            used=used,
        )

        return allowance
