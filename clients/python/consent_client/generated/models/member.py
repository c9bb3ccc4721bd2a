from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast
import datetime






T = TypeVar("T", bound="Member")



@_attrs_define
class Member:
    """ A person's membership of the workspace.

        Attributes:
            id (str): The membership's id.
            user_id (str): The person's id.
            email (str): The person's address.
            name (None | str): The person's name; null if they have not given one.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
            joined_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    id: str
    user_id: str
    email: str
    name: None | str
    role: Role
    joined_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        user_id = self.user_id

        email = self.email

        name: None | str
        name = self.name

        role = self.role.value

        joined_at = self.joined_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "userId": user_id,
            "email": email,
            "name": name,
            "role": role,
            "joinedAt": joined_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        user_id = d.pop("userId")

        email = d.pop("email")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))


        role = Role(d.pop("role"))




        joined_at = datetime.datetime.fromisoformat(d.pop("joinedAt"))




        member = cls(
            id=id,
            user_id=user_id,
            email=email,
            name=name,
            role=role,
            joined_at=joined_at,
        )

        return member
