from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.applied_rule_basis import AppliedRuleBasis
from ..models.rule_model import RuleModel
from typing import cast






T = TypeVar("T", bound="AppliedRule")



@_attrs_define
class AppliedRule:
    """ A rule that a domain's score is based on.

        Attributes:
            id (str): The permanent id of a rule (docs/jurisdictions.md).
            version (int): Its version.
            name (str): The place where the rule applies.
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            basis (AppliedRuleBasis): Why the rule is used. `visitors`: it applied to visitors in the last 30 days.
                `declared`: there were no visitors, and it is that of the declared region. `strictest`:
                it is the strictest rule, which applies to unknown places.
            share (int | None): The percentage of decisions made under it; null without visitors.
     """

    id: str
    version: int
    name: str
    model: RuleModel
    basis: AppliedRuleBasis
    share: int | None





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        version = self.version

        name = self.name

        model = self.model.value

        basis = self.basis.value

        share: int | None
        share = self.share


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "version": version,
            "name": name,
            "model": model,
            "basis": basis,
            "share": share,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        version = d.pop("version")

        name = d.pop("name")

        model = RuleModel(d.pop("model"))




        basis = AppliedRuleBasis(d.pop("basis"))




        def _parse_share(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        share = _parse_share(d.pop("share"))


        applied_rule = cls(
            id=id,
            version=version,
            name=name,
            model=model,
            basis=basis,
            share=share,
        )

        return applied_rule
