from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast
from uuid import UUID






T = TypeVar("T", bound="SearchResultMembersItem")



@_attrs_define
class SearchResultMembersItem:
    """
        Attributes:
            id (UUID): The membership's id.
            name (None | str):
            email (str):
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
     """

    id: UUID
    name: None | str
    email: str
    role: Role





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        name: None | str
        name = self.name

        email = self.email

        role = self.role.value


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "email": email,
            "role": role,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))


        email = d.pop("email")

        role = Role(d.pop("role"))




        search_result_members_item = cls(
            id=id,
            name=name,
            email=email,
            role=role,
        )

        return search_result_members_item
