from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="EmailChangeRequest")



@_attrs_define
class EmailChangeRequest:
    """ The new address, with the password and a code as proof that the request comes from the
    account's owner.

        Attributes:
            email (str): An email address in a public domain, without a display name, quotes, comments or an IP
                address, and with at most 64 characters before the @. Compared case-insensitively, stored as
                entered.
            password (str): The account's password.
            code (str): A 6-digit authenticator code or a 10-character backup code.
     """

    email: str
    password: str
    code: str





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        password = self.password

        code = self.code


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "password": password,
            "code": code,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        password = d.pop("password")

        code = d.pop("code")

        email_change_request = cls(
            email=email,
            password=password,
            code=code,
        )

        return email_change_request
