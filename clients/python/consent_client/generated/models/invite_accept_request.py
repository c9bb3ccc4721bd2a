from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="InviteAcceptRequest")



@_attrs_define
class InviteAcceptRequest:
    """ `token` is `<id>.<secret>`. `name` and `password` are for addresses without account.

        Attributes:
            token (str): A secret that only its holder knows.
            name (str | Unset): Trimmed; 2 to 100 characters, not only spaces; no `://`, no control characters, no encoded
                word (`=?`).
            password (str | Unset): 8 to 128 characters. Refused are passwords of known breaches, a common word with digits
                or marks
                about it, the same few characters over and over, and little more than the person's own name,
                address or organisation. `errors` says which.
     """

    token: str
    name: str | Unset = UNSET
    password: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        token = self.token

        name = self.name

        password = self.password


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "token": token,
        })
        if name is not UNSET:
            field_dict["name"] = name
        if password is not UNSET:
            field_dict["password"] = password

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        token = d.pop("token")

        name = d.pop("name", UNSET)

        password = d.pop("password", UNSET)

        invite_accept_request = cls(
            token=token,
            name=name,
            password=password,
        )

        return invite_accept_request
