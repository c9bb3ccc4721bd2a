from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="RefreshResponse")



@_attrs_define
class RefreshResponse:
    """ The new tokens, which replace the former ones.

        Attributes:
            access_token (str): For one person in one workspace. Valid for 15 minutes.
            refresh_token (str): Use it once to get the next pair of tokens. Keep only the newest.
     """

    access_token: str
    refresh_token: str





    def to_dict(self) -> dict[str, Any]:
        access_token = self.access_token

        refresh_token = self.refresh_token


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "accessToken": access_token,
            "refreshToken": refresh_token,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        access_token = d.pop("accessToken")

        refresh_token = d.pop("refreshToken")

        refresh_response = cls(
            access_token=access_token,
            refresh_token=refresh_token,
        )

        return refresh_response
