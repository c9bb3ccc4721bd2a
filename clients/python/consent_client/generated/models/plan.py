from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Plan")



@_attrs_define
class Plan:
    """ A plan, and what it covers.

        Attributes:
            id (str): The plan's id.
            name (str): Its name, to show to people.
            domains (int | None): How many domains it covers; null means no limit.
     """

    id: str
    name: str
    domains: int | None





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        domains: int | None
        domains = self.domains


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "domains": domains,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        def _parse_domains(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        domains = _parse_domains(d.pop("domains"))


        plan = cls(
            id=id,
            name=name,
            domains=domains,
        )

        return plan
