from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="AccountUpdateRequest")



@_attrs_define
class AccountUpdateRequest:
    """ The changes; members that you leave out stay unchanged.

        Attributes:
            name (str | Unset): 2 to 100 characters after trimming, at least one of them visible; no `://`, no control
                characters, no encoded word (`=?`).
            locale (str | Unset): The language of a person's emails: `en`, `de`, or another one that this server has texts
                in.
     """

    name: str | Unset = UNSET
    locale: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        locale = self.locale


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if name is not UNSET:
            field_dict["name"] = name
        if locale is not UNSET:
            field_dict["locale"] = locale

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name", UNSET)

        locale = d.pop("locale", UNSET)

        account_update_request = cls(
            name=name,
            locale=locale,
        )

        return account_update_request
