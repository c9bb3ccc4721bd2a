from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="PublishRequest")



@_attrs_define
class PublishRequest:
    """ Options for publishing; the body can be left out.

        Attributes:
            material (bool | Unset): Whether visitors who decided earlier are asked again. Default: False.
     """

    material: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        material = self.material


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if material is not UNSET:
            field_dict["material"] = material

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        material = d.pop("material", UNSET)

        publish_request = cls(
            material=material,
        )

        return publish_request
