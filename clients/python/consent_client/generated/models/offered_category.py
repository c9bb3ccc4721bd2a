from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from typing import cast

if TYPE_CHECKING:
  from ..models.service import Service





T = TypeVar("T", bound="OfferedCategory")



@_attrs_define
class OfferedCategory:
    """ A category that the banner offers.

        Attributes:
            id (Category): A purpose that needs consent.
            preselected (bool): Whether it is preselected.
            patterns (list[str]): Names of what it stores in the browser; `*` matches any text.
            services (list[Service]): The services that the category allows.
     """

    id: Category
    preselected: bool
    patterns: list[str]
    services: list[Service]





    def to_dict(self) -> dict[str, Any]:
        from ..models.service import Service # noqa: PLC0415
        id = self.id.value

        preselected = self.preselected

        patterns = self.patterns



        services = []
        for services_item_data in self.services:
            services_item = services_item_data.to_dict()
            services.append(services_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "preselected": preselected,
            "patterns": patterns,
            "services": services,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.service import Service # noqa: PLC0415
        d = dict(src_dict)
        id = Category(d.pop("id"))




        preselected = d.pop("preselected")

        patterns = cast(list[str], d.pop("patterns"))


        services = []
        _services = d.pop("services")
        for services_item_data in (_services):
            services_item = Service.from_dict(services_item_data)



            services.append(services_item)


        offered_category = cls(
            id=id,
            preselected=preselected,
            patterns=patterns,
            services=services,
        )

        return offered_category
