from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role






T = TypeVar("T", bound="InvitationRequest")



@_attrs_define
class InvitationRequest:
    """ The address to invite, and its role.

        Attributes:
            email (str): An email address in a public domain, without a display name, quotes, comments or an IP
                address, and with at most 64 characters before the @. Compared case-insensitively, stored as
                entered.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
     """

    email: str
    role: Role





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        role = self.role.value


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "role": role,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        role = Role(d.pop("role"))




        invitation_request = cls(
            email=email,
            role=role,
        )

        return invitation_request
