from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..models.rule_model import RuleModel
from typing import cast






T = TypeVar("T", bound="DomainRuleApplied")



@_attrs_define
class DomainRuleApplied:
    """ The rule as it applies on this domain. An override of an earlier version of the rule
    applies only as far as it is stricter, without its exemptions.

        Attributes:
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            exempt (list[Category]): The categories that need no consent on this domain.
     """

    model: RuleModel
    exempt: list[Category]





    def to_dict(self) -> dict[str, Any]:
        model = self.model.value

        exempt = []
        for exempt_item_data in self.exempt:
            exempt_item = exempt_item_data.value
            exempt.append(exempt_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "model": model,
            "exempt": exempt,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model = RuleModel(d.pop("model"))




        exempt = []
        _exempt = d.pop("exempt")
        for exempt_item_data in (_exempt):
            exempt_item = Category(exempt_item_data)



            exempt.append(exempt_item)


        domain_rule_applied = cls(
            model=model,
            exempt=exempt,
        )

        return domain_rule_applied
