from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.visitor_rule_basis import VisitorRuleBasis






T = TypeVar("T", bound="VisitorRule")



@_attrs_define
class VisitorRule:
    """ The rule that applies to one visitor.

        Attributes:
            id (str): The permanent id of a rule (docs/jurisdictions.md).
            version (int): Its version.
            basis (VisitorRuleBasis): Why this rule applies: because of the visitor's `place`, because the owner `declared`
                the region as the fallback, or for neither reason (`strictest`).
            gpc (bool): Whether the request had the header `Sec-GPC`.
     """

    id: str
    version: int
    basis: VisitorRuleBasis
    gpc: bool





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        version = self.version

        basis = self.basis.value

        gpc = self.gpc


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "version": version,
            "basis": basis,
            "gpc": gpc,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        version = d.pop("version")

        basis = VisitorRuleBasis(d.pop("basis"))




        gpc = d.pop("gpc")

        visitor_rule = cls(
            id=id,
            version=version,
            basis=basis,
            gpc=gpc,
        )

        return visitor_rule
