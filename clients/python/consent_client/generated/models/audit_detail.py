from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="AuditDetail")



@_attrs_define
class AuditDetail:
    """ One detail of an event, with its value before and after.

        Attributes:
            name (str): What changed, such as `role`.
            before (None | str): The value before; null if there was none.
            after (None | str): The value after; null if there is none.
     """

    name: str
    before: None | str
    after: None | str





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        before: None | str
        before = self.before

        after: None | str
        after = self.after


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "before": before,
            "after": after,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        def _parse_before(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        before = _parse_before(d.pop("before"))


        def _parse_after(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        after = _parse_after(d.pop("after"))


        audit_detail = cls(
            name=name,
            before=before,
            after=after,
        )

        return audit_detail
