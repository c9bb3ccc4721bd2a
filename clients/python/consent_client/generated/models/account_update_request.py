from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.locale import Locale
from ..types import UNSET, Unset






T = TypeVar("T", bound="AccountUpdateRequest")



@_attrs_define
class AccountUpdateRequest:
    """ The changes; members that you leave out stay unchanged.

        Attributes:
            name (str | Unset): 2 to 100 characters after trimming, at least one of them visible; no `://`, no control
                characters, no encoded word (`=?`).
            locale (Locale | Unset): The language of a person's emails.
     """

    name: str | Unset = UNSET
    locale: Locale | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        locale: str | Unset = UNSET
        if not isinstance(self.locale, Unset):
            locale = self.locale.value



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

        _locale = d.pop("locale", UNSET)
        locale: Locale | Unset
        if isinstance(_locale,  Unset):
            locale = UNSET
        else:
            locale = Locale(_locale)




        account_update_request = cls(
            name=name,
            locale=locale,
        )

        return account_update_request
