from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="AuthenticatorChangeRequest")



@_attrs_define
class AuthenticatorChangeRequest:
    """ The password and a code, as proof that the request comes from the account's owner.

        Attributes:
            password (str): The account's password.
            code (str): A 6-digit authenticator code or a 10-character backup code.
     """

    password: str
    code: str





    def to_dict(self) -> dict[str, Any]:
        password = self.password

        code = self.code


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "password": password,
            "code": code,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        password = d.pop("password")

        code = d.pop("code")

        authenticator_change_request = cls(
            password=password,
            code=code,
        )

        return authenticator_change_request
