from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="Handoff")



@_attrs_define
class Handoff:
    """ Redeem `code` once, within a minute, at `url`'s origin.

        Attributes:
            code (str): Works once, within a minute.
            url (str): The page that redeems the code. The address does not contain the code.
     """

    code: str
    url: str





    def to_dict(self) -> dict[str, Any]:
        code = self.code

        url = self.url


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "code": code,
            "url": url,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        url = d.pop("url")

        handoff = cls(
            code=code,
            url=url,
        )

        return handoff
