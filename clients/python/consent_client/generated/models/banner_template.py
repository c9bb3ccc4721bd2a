from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="BannerTemplate")



@_attrs_define
class BannerTemplate:
    """ A template without its content.

        Attributes:
            id (str): The template's id.
            name (str): Its name, unique in the workspace.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            updated_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    id: str
    name: str
    created_at: datetime.datetime
    updated_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        created_at = self.created_at.isoformat()

        updated_at = self.updated_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "createdAt": created_at,
            "updatedAt": updated_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        updated_at = datetime.datetime.fromisoformat(d.pop("updatedAt"))




        banner_template = cls(
            id=id,
            name=name,
            created_at=created_at,
            updated_at=updated_at,
        )

        return banner_template
