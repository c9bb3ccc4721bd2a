from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PasswordResetRequest")



@_attrs_define
class PasswordResetRequest:
    """ The token of a mail's link, and the new password.

        Attributes:
            token (str): A secret that only its holder knows.
            password (str): 8 to 128 characters. Refused are passwords of known breaches, a common word with digits or marks
                about it, the same few characters over and over, and little more than the person's own name,
                address or organisation. `errors` says which.
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
