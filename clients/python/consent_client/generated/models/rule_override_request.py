from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..models.rule_model import RuleModel
from ..types import UNSET, Unset
from typing import cast






T = TypeVar("T", bound="RuleOverrideRequest")



@_attrs_define
class RuleOverrideRequest:
    """ An override of a rule.

        Attributes:
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            exempt (list[Category] | Unset): The categories that need no consent on this domain; none by default.
            reason (str | Unset): Why the override is laxer. The audit log records it.
     """

    model: RuleModel
    exempt: list[Category] | Unset = UNSET
    reason: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        model = self.model.value

        exempt: list[str] | Unset = UNSET
        if not isinstance(self.exempt, Unset):
            exempt = []
            for exempt_item_data in self.exempt:
                exempt_item = exempt_item_data.value
                exempt.append(exempt_item)



        reason = self.reason


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "model": model,
        })
        if exempt is not UNSET:
            field_dict["exempt"] = exempt
        if reason is not UNSET:
            field_dict["reason"] = reason

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        model = RuleModel(d.pop("model"))




        _exempt = d.pop("exempt", UNSET)
        exempt: list[Category] | Unset = UNSET
        if _exempt is not UNSET:
            exempt = []
            for exempt_item_data in _exempt:
                exempt_item = Category(exempt_item_data)



                exempt.append(exempt_item)


        reason = d.pop("reason", UNSET)

        rule_override_request = cls(
            model=model,
            exempt=exempt,
            reason=reason,
        )

        return rule_override_request
