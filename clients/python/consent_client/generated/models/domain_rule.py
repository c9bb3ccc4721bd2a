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

if TYPE_CHECKING:
  from ..models.domain_rule_applied import DomainRuleApplied
  from ..models.rule_override import RuleOverride





T = TypeVar("T", bound="DomainRule")



@_attrs_define
class DomainRule:
    """ A current rule, and its override on a domain.

        Attributes:
            id (str): The permanent id of a rule (docs/jurisdictions.md).
            version (int): Its version.
            name (str): Where it applies.
            places (list[str]): The codes of the places (ISO 3166-1 and 3166-2); an empty list for the rule of unknown
                places.
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            exempt (list[Category]): The categories that the law exempts if a service qualifies.
            gpc_binds (bool): Whether the law makes the Global Privacy Control signal binding.
            source (str): The act and its section.
            effective_from (datetime.date): The first day on which it applies.
            reviewed_on (datetime.date): When it was last reviewed.
            verified (bool): Whether that review confirmed it.
            override (None | RuleOverride): The override on this domain; null for none.
            applied (DomainRuleApplied): The rule as it applies on this domain. An override of an earlier version of the
                rule
                applies only as far as it is stricter, without its exemptions.
     """

    id: str
    version: int
    name: str
    places: list[str]
    model: RuleModel
    exempt: list[Category]
    gpc_binds: bool
    source: str
    effective_from: datetime.date
    reviewed_on: datetime.date
    verified: bool
    override: None | RuleOverride
    applied: DomainRuleApplied





    def to_dict(self) -> dict[str, Any]:
        from ..models.domain_rule_applied import DomainRuleApplied # noqa: PLC0415
        from ..models.rule_override import RuleOverride # noqa: PLC0415
        id = self.id

        version = self.version

        name = self.name

        places = self.places



        model = self.model.value

        exempt = []
        for exempt_item_data in self.exempt:
            exempt_item = exempt_item_data.value
            exempt.append(exempt_item)



        gpc_binds = self.gpc_binds

        source = self.source

        effective_from = self.effective_from.isoformat()

        reviewed_on = self.reviewed_on.isoformat()

        verified = self.verified

        override: dict[str, Any] | None
        if isinstance(self.override, RuleOverride):
            override = self.override.to_dict()
        else:
            override = self.override

        applied = self.applied.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "version": version,
            "name": name,
            "places": places,
            "model": model,
            "exempt": exempt,
            "gpcBinds": gpc_binds,
            "source": source,
            "effectiveFrom": effective_from,
            "reviewedOn": reviewed_on,
            "verified": verified,
            "override": override,
            "applied": applied,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.domain_rule_applied import DomainRuleApplied # noqa: PLC0415
        from ..models.rule_override import RuleOverride # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        version = d.pop("version")

        name = d.pop("name")

        places = cast(list[str], d.pop("places"))


        model = RuleModel(d.pop("model"))




        exempt = []
        _exempt = d.pop("exempt")
        for exempt_item_data in (_exempt):
            exempt_item = Category(exempt_item_data)



            exempt.append(exempt_item)


        gpc_binds = d.pop("gpcBinds")

        source = d.pop("source")

        effective_from = datetime.date.fromisoformat(d.pop("effectiveFrom"))




        reviewed_on = datetime.date.fromisoformat(d.pop("reviewedOn"))




        verified = d.pop("verified")

        def _parse_override(data: object) -> None | RuleOverride:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                override_type_0 = RuleOverride.from_dict(data)



                return override_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuleOverride, data)

        override = _parse_override(d.pop("override"))


        applied = DomainRuleApplied.from_dict(d.pop("applied"))




        domain_rule = cls(
            id=id,
            version=version,
            name=name,
            places=places,
            model=model,
            exempt=exempt,
            gpc_binds=gpc_binds,
            source=source,
            effective_from=effective_from,
            reviewed_on=reviewed_on,
            verified=verified,
            override=override,
            applied=applied,
        )

        return domain_rule
