from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast
import datetime






T = TypeVar("T", bound="Invitation")



@_attrs_define
class Invitation:
    """ An invitation that nobody has accepted yet.

        Attributes:
            id (str): The invitation's id.
            email (str): The only address that can accept it.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            expires_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            invited_by (None | str): The id of the member who sent it; null once that account is deleted.
     """

    id: str
    email: str
    role: Role
    created_at: datetime.datetime
    expires_at: datetime.datetime
    invited_by: None | str





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email

        role = self.role.value

        created_at = self.created_at.isoformat()

        expires_at = self.expires_at.isoformat()

        invited_by: None | str
        invited_by = self.invited_by


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "email": email,
            "role": role,
            "createdAt": created_at,
            "expiresAt": expires_at,
            "invitedBy": invited_by,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        role = Role(d.pop("role"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        def _parse_invited_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        invited_by = _parse_invited_by(d.pop("invitedBy"))


        invitation = cls(
            id=id,
            email=email,
            role=role,
            created_at=created_at,
            expires_at=expires_at,
            invited_by=invited_by,
        )

        return invitation
