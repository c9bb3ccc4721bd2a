from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PasswordResetRequest")



@_attrs_define
class PasswordResetRequest:
    """ The token of an email's link, and the new password.

        Attributes:
            token (str): A secret, known only to its holder.
            password (str): 8 to 128 characters. Passwords from known breaches are refused, and so are common words with
                added digits or punctuation, repetitions of one to three characters up to a length of 32,
                and passwords that are little more than the person's name, address or organization. `errors`
                contains the reason.
     """

    token: str
    password: str





    def to_dict(self) -> dict[str, Any]:
        token = self.token

        password = self.password


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "token": token,
            "password": password,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        token = d.pop("token")

        password = d.pop("password")

        password_reset_request = cls(
            token=token,
            password=password,
        )

        return password_reset_request
