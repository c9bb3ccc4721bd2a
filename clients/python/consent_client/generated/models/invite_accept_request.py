from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="InviteAcceptRequest")



@_attrs_define
class InviteAcceptRequest:
    """ `token` is `<id>.<secret>`. `name` and `password` are required if the address has no
    account, with the same rules as at registration; otherwise they are ignored.

        Attributes:
            token (str): A secret, known only to its holder.
            name (None | str | Unset): 2 to 100 characters, as at registration.
            password (None | str | Unset): 8 to 128 characters, as at registration.
     """

    token: str
    name: None | str | Unset = UNSET
    password: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        token = self.token

        name: None | str | Unset
        if isinstance(self.name, Unset):
            name = UNSET
        else:
            name = self.name

        password: None | str | Unset
        if isinstance(self.password, Unset):
            password = UNSET
        else:
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

        def _parse_name(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        name = _parse_name(d.pop("name", UNSET))


        def _parse_password(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        password = _parse_password(d.pop("password", UNSET))


        invite_accept_request = cls(
            token=token,
            name=name,
            password=password,
        )

        return invite_accept_request
