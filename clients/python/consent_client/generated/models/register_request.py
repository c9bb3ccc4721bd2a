from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="RegisterRequest")



@_attrs_define
class RegisterRequest:
    """ The person who registers. Without `organizationName` the organization's name is derived from
    the address.

        Attributes:
            email (str): An email address in a public domain, without a display name, quotes, comments or an IP
                address, and with at most 64 characters before the @. Compared case-insensitively, stored as
                entered.
            password (str): 8 to 128 characters. Passwords from known breaches are refused, and so are common words with
                added digits or punctuation, repetitions of one to three characters up to a length of 32,
                and passwords that are little more than the person's name, address or organization. `errors`
                contains the reason.
            name (str | Unset): 2 to 100 characters after trimming, at least one of them visible; no `://`, no control
                characters, no encoded word (`=?`).
            organization_name (str | Unset): 1 to 100 characters after trimming, at least one of them visible; no `://`, no
                control
                characters, no encoded word (`=?`).
     """

    email: str
    password: str
    name: str | Unset = UNSET
    organization_name: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        password = self.password

        name = self.name

        organization_name = self.organization_name


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "password": password,
        })
        if name is not UNSET:
            field_dict["name"] = name
        if organization_name is not UNSET:
            field_dict["organizationName"] = organization_name

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        password = d.pop("password")

        name = d.pop("name", UNSET)

        organization_name = d.pop("organizationName", UNSET)

        register_request = cls(
            email=email,
            password=password,
            name=name,
            organization_name=organization_name,
        )

        return register_request
