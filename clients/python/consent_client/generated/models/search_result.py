from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.consent_receipt import ConsentReceipt
  from ..models.search_result_domains_item import SearchResultDomainsItem
  from ..models.search_result_members_item import SearchResultMembersItem





T = TypeVar("T", bound="SearchResult")



@_attrs_define
class SearchResult:
    """ The results of a search, at most five of each kind.

        Attributes:
            domains (list[SearchResultDomainsItem]): Domains whose hostname contains the text.
            members (list[SearchResultMembersItem]): Members whose name or address contains the text.
            receipts (list[ConsentReceipt]): Receipts whose id is the text, or whose visitor hash contains it.
     """

    domains: list[SearchResultDomainsItem]
    members: list[SearchResultMembersItem]
    receipts: list[ConsentReceipt]





    def to_dict(self) -> dict[str, Any]:
        from ..models.consent_receipt import ConsentReceipt # noqa: PLC0415
        from ..models.search_result_domains_item import SearchResultDomainsItem # noqa: PLC0415
        from ..models.search_result_members_item import SearchResultMembersItem # noqa: PLC0415
        domains = []
        for domains_item_data in self.domains:
            domains_item = domains_item_data.to_dict()
            domains.append(domains_item)



        members = []
        for members_item_data in self.members:
            members_item = members_item_data.to_dict()
            members.append(members_item)



        receipts = []
        for receipts_item_data in self.receipts:
            receipts_item = receipts_item_data.to_dict()
            receipts.append(receipts_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "domains": domains,
            "members": members,
            "receipts": receipts,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.consent_receipt import ConsentReceipt # noqa: PLC0415
        from ..models.search_result_domains_item import SearchResultDomainsItem # noqa: PLC0415
        from ..models.search_result_members_item import SearchResultMembersItem # noqa: PLC0415
        d = dict(src_dict)
        domains = []
        _domains = d.pop("domains")
        for domains_item_data in (_domains):
            domains_item = SearchResultDomainsItem.from_dict(domains_item_data)



            domains.append(domains_item)


        members = []
        _members = d.pop("members")
        for members_item_data in (_members):
            members_item = SearchResultMembersItem.from_dict(members_item_data)



            members.append(members_item)


        receipts = []
        _receipts = d.pop("receipts")
        for receipts_item_data in (_receipts):
            receipts_item = ConsentReceipt.from_dict(receipts_item_data)



            receipts.append(receipts_item)


        search_result = cls(
            domains=domains,
            members=members,
            receipts=receipts,
        )

        return search_result
