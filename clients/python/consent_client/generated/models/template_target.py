from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="TemplateTarget")



@_attrs_define
class TemplateTarget:
    """ A domain that the template was applied to.

        Attributes:
            domain_id (str): The domain's id.
            hostname (str): The domain's hostname.
            version (int | None): The version that was published; null if the template became the draft.
     """

    domain_id: str
    hostname: str
    version: int | None





    def to_dict(self) -> dict[str, Any]:
        domain_id = self.domain_id

        hostname = self.hostname

        version: int | None
        version = self.version


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "domainId": domain_id,
            "hostname": hostname,
            "version": version,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        domain_id = d.pop("domainId")

        hostname = d.pop("hostname")

        def _parse_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        version = _parse_version(d.pop("version"))


        template_target = cls(
            domain_id=domain_id,
            hostname=hostname,
            version=version,
        )

        return template_target
