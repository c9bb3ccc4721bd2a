from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="LoginRequest")



@_attrs_define
class LoginRequest:
    """ The address, the password, and the workspace to sign in to.

        Attributes:
            email (str): An email address in a public domain, without a display name, quotes, comments or an IP
                address, and with at most 64 characters before the @. Compared case-insensitively, stored as
                entered.
            password (str): The account's password.
            org_slug (str): The slug of the workspace, which is the DNS label of its origin.
     """

    email: str
    password: str
    org_slug: str





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        password = self.password

        org_slug = self.org_slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "password": password,
            "orgSlug": org_slug,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        password = d.pop("password")

        org_slug = d.pop("orgSlug")

        login_request = cls(
            email=email,
            password=password,
            org_slug=org_slug,
        )

        return login_request
