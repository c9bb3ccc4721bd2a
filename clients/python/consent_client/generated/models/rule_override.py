from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..models.rule_model import RuleModel
from typing import cast
import datetime






T = TypeVar("T", bound="RuleOverride")



@_attrs_define
class RuleOverride:
    """ The override of a rule.

        Attributes:
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            exempt (list[Category]): The categories that need no consent on this domain.
            reason (None | str): The reason for a laxer override; null for a stricter one.
            changed_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    model: RuleModel
    exempt: list[Category]
    reason: None | str
    changed_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        model = self.model.value

        exempt = []
        for exempt_item_data in self.exempt:
            exempt_item = exempt_item_data.value
            exempt.append(exempt_item)



        reason: None | str
        reason = self.reason

        changed_at = self.changed_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "model": model,
            "exempt": exempt,
            "reason": reason,
            "changedAt": changed_at,
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


        def _parse_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        reason = _parse_reason(d.pop("reason"))


        changed_at = datetime.datetime.fromisoformat(d.pop("changedAt"))




        rule_override = cls(
            model=model,
            exempt=exempt,
            reason=reason,
            changed_at=changed_at,
        )

        return rule_override
