from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.applied_rule import AppliedRule
  from ..models.finding import Finding





T = TypeVar("T", bound="Compliance")



@_attrs_define
class Compliance:
    """ The score and the findings.

        Attributes:
            score (float): 100 minus the weights of the findings, never below 0.
            findings (list[Finding]): The findings; an empty list if the score is 100.
            suspended_at (datetime.datetime | None | Unset): When the operator suspended the domain; null if it is not
                suspended. The banner of a
                suspended domain does not ask visitors.
            rules (list[AppliedRule] | Unset): The rules that the score is based on, and why each of them applies.
     """

    score: float
    findings: list[Finding]
    suspended_at: datetime.datetime | None | Unset = UNSET
    rules: list[AppliedRule] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.applied_rule import AppliedRule # noqa: PLC0415
        from ..models.finding import Finding # noqa: PLC0415
        score = self.score

        findings = []
        for findings_item_data in self.findings:
            findings_item = findings_item_data.to_dict()
            findings.append(findings_item)



        suspended_at: None | str | Unset
        if isinstance(self.suspended_at, Unset):
            suspended_at = UNSET
        elif isinstance(self.suspended_at, datetime.datetime):
            suspended_at = self.suspended_at.isoformat()
        else:
            suspended_at = self.suspended_at

        rules: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.rules, Unset):
            rules = []
            for rules_item_data in self.rules:
                rules_item = rules_item_data.to_dict()
                rules.append(rules_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "score": score,
            "findings": findings,
        })
        if suspended_at is not UNSET:
            field_dict["suspendedAt"] = suspended_at
        if rules is not UNSET:
            field_dict["rules"] = rules

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.applied_rule import AppliedRule # noqa: PLC0415
        from ..models.finding import Finding # noqa: PLC0415
        d = dict(src_dict)
        score = d.pop("score")

        findings = []
        _findings = d.pop("findings")
        for findings_item_data in (_findings):
            findings_item = Finding.from_dict(findings_item_data)



            findings.append(findings_item)


        def _parse_suspended_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suspended_at_type_0 = datetime.datetime.fromisoformat(data)



                return suspended_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        suspended_at = _parse_suspended_at(d.pop("suspendedAt", UNSET))


        _rules = d.pop("rules", UNSET)
        rules: list[AppliedRule] | Unset = UNSET
        if _rules is not UNSET:
            rules = []
            for rules_item_data in _rules:
                rules_item = AppliedRule.from_dict(rules_item_data)



                rules.append(rules_item)


        compliance = cls(
            score=score,
            findings=findings,
            suspended_at=suspended_at,
            rules=rules,
        )

        return compliance
