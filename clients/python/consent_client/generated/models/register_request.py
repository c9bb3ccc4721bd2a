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
    """ The person who registers. Without `organizationName` it is derived from the address.

        Attributes:
            email (str): A bare email address, in a public domain: no display name, quotes, comment or IP address, at
                most 64 characters before the @. Compared case-insensitively, stored as entered.
            password (str): 8 to 128 characters. Passwords from known breaches are refused, and so are common words with
                added digits or punctuation, repetitions of a few characters, and little more than the
                person's own name, address or organisation. `errors` says which.
            name (str | Unset): Trimmed; 2 to 100 characters, one of them visible; no `://`, no control characters, no
                encoded word (`=?`).
            organization_name (str | Unset): Trimmed; 1 to 100 characters, one of them visible; no `://`, no control
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
