from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="DomainGroup")



@_attrs_define
class DomainGroup:
    """ A named group of domains.

        Attributes:
            id (str): The group's id.
            name (str): Its name, unique in the workspace.
            domains (int): The number of its domains.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    id: str
    name: str
    domains: int
    created_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        domains = self.domains

        created_at = self.created_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "domains": domains,
            "createdAt": created_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        domains = d.pop("domains")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        domain_group = cls(
            id=id,
            name=name,
            domains=domains,
            created_at=created_at,
        )

        return domain_group
