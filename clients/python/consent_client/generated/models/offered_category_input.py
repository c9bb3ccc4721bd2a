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
  from ..models.service_input import ServiceInput





T = TypeVar("T", bound="OfferedCategoryInput")



@_attrs_define
class OfferedCategoryInput:
    """ A category that the banner offers.

        Attributes:
            id (Category): A purpose that needs consent.
            preselected (bool | Unset): Whether it is preselected. This lowers the compliance score if a rule requires
                consent.
                 Default: False.
            patterns (list[str] | Unset): Names of cookies and of entries in local and session storage, which are removed
                when the
                visitor withdraws. `*` matches any text, and can occur up to four times in a name.
            services (list[ServiceInput] | Unset): The services that the category allows.
     """

    id: Category
    preselected: bool | Unset = False
    patterns: list[str] | Unset = UNSET
    services: list[ServiceInput] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.service_input import ServiceInput # noqa: PLC0415
        id = self.id.value

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
        from ..models.service_input import ServiceInput # noqa: PLC0415
        d = dict(src_dict)
        id = Category(d.pop("id"))




        preselected = d.pop("preselected", UNSET)

        patterns = cast(list[str], d.pop("patterns", UNSET))


        _services = d.pop("services", UNSET)
        services: list[ServiceInput] | Unset = UNSET
        if _services is not UNSET:
            services = []
            for services_item_data in _services:
                services_item = ServiceInput.from_dict(services_item_data)



                services.append(services_item)


        offered_category_input = cls(
            id=id,
            preselected=preselected,
            patterns=patterns,
            services=services,
        )

        return offered_category_input
