from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.visitor_data import VisitorData
from typing import cast
import datetime






T = TypeVar("T", bound="Workspace")



@_attrs_define
class Workspace:
    """ The workspace of the access token.

        Attributes:
            id (str): The workspace's id.
            name (str): Its name, to show to people.
            slug (str): The DNS label of its origin. It never changes.
            plan (str): The id of the plan.
            plan_ends_at (datetime.datetime | None): When a demo ends; null for a plan without an end.
            retention_months (int): For how many months receipts are kept: the configured number, but at least
                `leastRetentionMonths`.
            least_retention_months (int): The shortest retention that can be set now.
            visitor_data (VisitorData): What is stored about a visitor in addition to the decision. `full`: a keyed hash of
                the
                address, and the user agent. `reduced`: the hash, and browser family, major version and
                system. `none`: neither.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    id: str
    name: str
    slug: str
    plan: str
    plan_ends_at: datetime.datetime | None
    retention_months: int
    least_retention_months: int
    visitor_data: VisitorData
    created_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        slug = self.slug

        plan = self.plan

        plan_ends_at: None | str
        if isinstance(self.plan_ends_at, datetime.datetime):
            plan_ends_at = self.plan_ends_at.isoformat()
        else:
            plan_ends_at = self.plan_ends_at

        retention_months = self.retention_months

        least_retention_months = self.least_retention_months

        visitor_data = self.visitor_data.value

        created_at = self.created_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "slug": slug,
            "plan": plan,
            "planEndsAt": plan_ends_at,
            "retentionMonths": retention_months,
            "leastRetentionMonths": least_retention_months,
            "visitorData": visitor_data,
            "createdAt": created_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        slug = d.pop("slug")

        plan = d.pop("plan")

        def _parse_plan_ends_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                plan_ends_at_type_0 = datetime.datetime.fromisoformat(data)



                return plan_ends_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        plan_ends_at = _parse_plan_ends_at(d.pop("planEndsAt"))


        retention_months = d.pop("retentionMonths")

        least_retention_months = d.pop("leastRetentionMonths")

        visitor_data = VisitorData(d.pop("visitorData"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        workspace = cls(
            id=id,
            name=name,
            slug=slug,
            plan=plan,
            plan_ends_at=plan_ends_at,
            retention_months=retention_months,
            least_retention_months=least_retention_months,
            visitor_data=visitor_data,
            created_at=created_at,
        )

        return workspace
