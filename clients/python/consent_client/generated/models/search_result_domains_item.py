from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.domain_status import DomainStatus
from uuid import UUID






T = TypeVar("T", bound="SearchResultDomainsItem")



@_attrs_define
class SearchResultDomainsItem:
    """
        Attributes:
            id (UUID):
            hostname (str):
            status (DomainStatus): `pending`: not verified yet. `verified`: the proof was found. `failed`: three checks in a
                row no longer found the proof.
     """

    id: UUID
    hostname: str
    status: DomainStatus





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        hostname = self.hostname

        status = self.status.value


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "hostname": hostname,
            "status": status,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        hostname = d.pop("hostname")

        status = DomainStatus(d.pop("status"))




        search_result_domains_item = cls(
            id=id,
            hostname=hostname,
            status=status,
        )

        return search_result_domains_item
