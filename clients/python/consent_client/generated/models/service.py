from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Service")



@_attrs_define
class Service:
    """ A third-party service that a category allows, as shown to visitors.

        Attributes:
            name (str): The service's name.
            provider (str): The company that runs it.
            purpose (str): What it does.
            duration (str): How long it stores data.
            third_party (bool): Whether the provider is a third party.
            patterns (list[str]): Names of what it stores in the browser; `*` matches any text.
     """

    name: str
    provider: str
    purpose: str
    duration: str
    third_party: bool
    patterns: list[str]





    def to_dict(self) -> dict[str, Any]:
        name = self.name

        provider = self.provider

        purpose = self.purpose

        duration = self.duration

        third_party = self.third_party

        patterns = self.patterns




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "provider": provider,
            "purpose": purpose,
            "duration": duration,
            "thirdParty": third_party,
            "patterns": patterns,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        name = d.pop("name")

        provider = d.pop("provider")

        purpose = d.pop("purpose")

        duration = d.pop("duration")

        third_party = d.pop("thirdParty")

        patterns = cast(list[str], d.pop("patterns"))


        service = cls(
            name=name,
            provider=provider,
            purpose=purpose,
            duration=duration,
            third_party=third_party,
            patterns=patterns,
        )

        return service
