from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ServiceTexts")



@_attrs_define
class ServiceTexts:
    """ A service's texts in this language.

        Attributes:
            name (str): The service's name.
            purpose (str): What it does.
            duration (str): How long it stores data.
     """

    name: str
    purpose: str
    duration: str





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        purpose = self.purpose

        duration = self.duration


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "purpose": purpose,
            "duration": duration,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        purpose = d.pop("purpose")

        duration = d.pop("duration")

        service_texts = cls(
            name=name,
            purpose=purpose,
            duration=duration,
        )

        return service_texts
