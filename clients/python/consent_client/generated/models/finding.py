from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="Finding")



@_attrs_define
class Finding:
    """ A rule that the domain does not meet.

        Attributes:
            rule (str): The rule's stable name.
            title (str): What was found.
            weight (int): How much it lowers the score.
            source (str): The law or the guideline that contains the rule.
            remedy (str): How to fix it.
     """

    rule: str
    title: str
    weight: int
    source: str
    remedy: str





    def to_dict(self) -> dict[str, Any]:
        rule = self.rule

        title = self.title

        weight = self.weight

        source = self.source

        remedy = self.remedy


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "rule": rule,
            "title": title,
            "weight": weight,
            "source": source,
            "remedy": remedy,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        rule = d.pop("rule")

        title = d.pop("title")

        weight = d.pop("weight")

        source = d.pop("source")

        remedy = d.pop("remedy")

        finding = cls(
            rule=rule,
            title=title,
            weight=weight,
            source=source,
            remedy=remedy,
        )

        return finding
