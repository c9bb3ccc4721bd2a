from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EmailRequest")



@_attrs_define
class EmailRequest:
    """ An email address.

        Attributes:
            email (str): An email address in a public domain, without a display name, quotes, comments or an IP
                address, and with at most 64 characters before the @. Compared case-insensitively, stored as
                entered.
     """

    email: str





    def to_dict(self) -> dict[str, Any]:
        email = self.email


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        email_request = cls(
            email=email,
        )

        return email_request
