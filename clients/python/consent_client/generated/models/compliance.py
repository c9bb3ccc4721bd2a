from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.finding import Finding





T = TypeVar("T", bound="Compliance")



@_attrs_define
class Compliance:
    """ The score, and what is missing from 100.

        Attributes:
            score (float): 100 less the weights of the findings, 0 at the least.
            findings (list[Finding]): What is missing; none at 100.
     """

    score: float
    findings: list[Finding]





    def to_dict(self) -> dict[str, Any]:
        from ..models.finding import Finding # noqa: PLC0415
        score = self.score

        findings = []
        for findings_item_data in self.findings:
            findings_item = findings_item_data.to_dict()
            findings.append(findings_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "score": score,
            "findings": findings,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.finding import Finding # noqa: PLC0415
        d = dict(src_dict)
        score = d.pop("score")

        findings = []
        _findings = d.pop("findings")
        for findings_item_data in (_findings):
            findings_item = Finding.from_dict(findings_item_data)



            findings.append(findings_item)


        compliance = cls(
            score=score,
            findings=findings,
        )

        return compliance
