from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
from uuid import UUID






T = TypeVar("T", bound="TemplateApplication")



@_attrs_define
class TemplateApplication:
    """ The domains to apply the template to, and how.

        Attributes:
            domain_ids (list[UUID]): The domains to apply it to.
            publish (bool | Unset): Publish it immediately, instead of making it the draft. Default: False.
            material (bool | Unset): With `publish`, whether visitors who decided earlier are asked again. Default: False.
            replace_drafts (bool | Unset): Replace existing drafts. Default: False.
     """

    domain_ids: list[UUID]
    publish: bool | Unset = False
    material: bool | Unset = False
    replace_drafts: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        domain_ids = []
        for domain_ids_item_data in self.domain_ids:
            domain_ids_item = str(domain_ids_item_data)
            domain_ids.append(domain_ids_item)



        publish = self.publish

        material = self.material

        replace_drafts = self.replace_drafts


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "domainIds": domain_ids,
        })
        if publish is not UNSET:
            field_dict["publish"] = publish
        if material is not UNSET:
            field_dict["material"] = material
        if replace_drafts is not UNSET:
            field_dict["replaceDrafts"] = replace_drafts

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        domain_ids = []
        _domain_ids = d.pop("domainIds")
        for domain_ids_item_data in (_domain_ids):
            domain_ids_item = UUID(domain_ids_item_data)



            domain_ids.append(domain_ids_item)


        publish = d.pop("publish", UNSET)

        material = d.pop("material", UNSET)

        replace_drafts = d.pop("replaceDrafts", UNSET)

        template_application = cls(
            domain_ids=domain_ids,
            publish=publish,
            material=material,
            replace_drafts=replace_drafts,
        )

        return template_application
