from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category






T = TypeVar("T", bound="BannerCategory")



@_attrs_define
class BannerCategory:
    """ A category's texts in this language.

        Attributes:
            id (Category): A purpose that needs consent.
            title (str): The heading.
            description (str): The text below the heading.
     """

    id: Category
    title: str
    description: str





    def to_dict(self) -> dict[str, Any]:
        id = self.id.value

        title = self.title

        description = self.description


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "title": title,
            "description": description,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = Category(d.pop("id"))




        title = d.pop("title")

        description = d.pop("description")

        banner_category = cls(
            id=id,
            title=title,
            description=description,
        )

        return banner_category
