from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="OrganizationSummary")



@_attrs_define
class OrganizationSummary:
    """ A workspace.

        Attributes:
            id (str): The workspace's id.
            name (str): Its name, to show to people.
            slug (str): The DNS label of its origin.
     """

    id: str
    name: str
    slug: str





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        slug = self.slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "slug": slug,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        slug = d.pop("slug")

        organization_summary = cls(
            id=id,
            name=name,
            slug=slug,
        )

        return organization_summary
