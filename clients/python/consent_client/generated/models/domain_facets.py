from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="DomainFacets")



@_attrs_define
class DomainFacets:
    """ Counts by status, with all filters except `status`.

        Attributes:
            all_ (int): All matching domains.
            pending (int): Domains that are not verified yet.
            verified (int): Verified domains.
            failed (int): Domains that are no longer verified.
     """

    all_: int
    pending: int
    verified: int
    failed: int





    def to_dict(self) -> dict[str, Any]:
        all_ = self.all_

        pending = self.pending

        verified = self.verified

        failed = self.failed


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "all": all_,
            "pending": pending,
            "verified": verified,
            "failed": failed,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        all_ = d.pop("all")

        pending = d.pop("pending")

        verified = d.pop("verified")

        failed = d.pop("failed")

        domain_facets = cls(
            all_=all_,
            pending=pending,
            verified=verified,
            failed=failed,
        )

        return domain_facets
