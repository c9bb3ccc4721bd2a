from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.service import Service





T = TypeVar("T", bound="PublicCategory")



@_attrs_define
class PublicCategory:
    """ A category, in the visitor's language.

        Attributes:
            id (Category): A purpose that needs consent.
            title (str): The heading.
            description (str): The text below the heading.
            preselected (bool | Unset): Whether it is preselected.
            patterns (list[str] | Unset): Names of what it stores in the browser; `*` matches any text.
            services (list[Service] | Unset): The services that the category allows.
     """

    id: Category
    title: str
    description: str
    preselected: bool | Unset = UNSET
    patterns: list[str] | Unset = UNSET
    services: list[Service] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.service import Service # noqa: PLC0415
        id = self.id.value

        title = self.title

        description = self.description

        preselected = self.preselected

        patterns: list[str] | Unset = UNSET
        if not isinstance(self.patterns, Unset):
            patterns = self.patterns



        services: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.services, Unset):
            services = []
            for services_item_data in self.services:
                services_item = services_item_data.to_dict()
                services.append(services_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "title": title,
            "description": description,
        })
        if preselected is not UNSET:
            field_dict["preselected"] = preselected
        if patterns is not UNSET:
            field_dict["patterns"] = patterns
        if services is not UNSET:
            field_dict["services"] = services

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.service import Service # noqa: PLC0415
        d = dict(src_dict)
        id = Category(d.pop("id"))




        title = d.pop("title")

        description = d.pop("description")

        preselected = d.pop("preselected", UNSET)

        patterns = cast(list[str], d.pop("patterns", UNSET))


        _services = d.pop("services", UNSET)
        services: list[Service] | Unset = UNSET
        if _services is not UNSET:
            services = []
            for services_item_data in _services:
                services_item = Service.from_dict(services_item_data)



                services.append(services_item)


        public_category = cls(
            id=id,
            title=title,
            description=description,
            preselected=preselected,
            patterns=patterns,
            services=services,
        )

        return public_category
