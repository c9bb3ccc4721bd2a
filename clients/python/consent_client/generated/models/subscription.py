from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.subscription_status import SubscriptionStatus
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.plan import Plan





T = TypeVar("T", bound="Subscription")



@_attrs_define
class Subscription:
    """ The workspace's plan, and the state of its payment.

        Attributes:
            plan (Plan): A plan, and what it covers.
            plan_ends_at (datetime.datetime | None): When a demo ends.
            status (SubscriptionStatus): `overdue`: a payment is overdue; the workspace is suspended at `suspendsAt`.
                `ended`: the
                subscription was cancelled, and the operator sets the workspace's plan.
            current_period_end (datetime.datetime | None): The end of the period that is paid; null if there is nothing to
                pay.
            cancel_at_period_end (bool): Whether the subscription ends at `currentPeriodEnd` instead of being renewed.
            overdue_since (datetime.datetime | None): Since when a payment is overdue; null if none is.
            suspends_at (datetime.datetime | None): When the workspace will be suspended unless it is paid; null if no
                payment is overdue.
     """

    plan: Plan
    plan_ends_at: datetime.datetime | None
    status: SubscriptionStatus
    current_period_end: datetime.datetime | None
    cancel_at_period_end: bool
    overdue_since: datetime.datetime | None
    suspends_at: datetime.datetime | None





    def to_dict(self) -> dict[str, Any]:
        from ..models.plan import Plan # noqa: PLC0415
        plan = self.plan.to_dict()

        plan_ends_at: None | str
        if isinstance(self.plan_ends_at, datetime.datetime):
            plan_ends_at = self.plan_ends_at.isoformat()
        else:
            plan_ends_at = self.plan_ends_at

        status = self.status.value

        current_period_end: None | str
        if isinstance(self.current_period_end, datetime.datetime):
            current_period_end = self.current_period_end.isoformat()
        else:
            current_period_end = self.current_period_end

        cancel_at_period_end = self.cancel_at_period_end

        overdue_since: None | str
        if isinstance(self.overdue_since, datetime.datetime):
            overdue_since = self.overdue_since.isoformat()
        else:
            overdue_since = self.overdue_since

        suspends_at: None | str
        if isinstance(self.suspends_at, datetime.datetime):
            suspends_at = self.suspends_at.isoformat()
        else:
            suspends_at = self.suspends_at


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "plan": plan,
            "planEndsAt": plan_ends_at,
            "status": status,
            "currentPeriodEnd": current_period_end,
            "cancelAtPeriodEnd": cancel_at_period_end,
            "overdueSince": overdue_since,
            "suspendsAt": suspends_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.plan import Plan # noqa: PLC0415
        d = dict(src_dict)
        plan = Plan.from_dict(d.pop("plan"))




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


        status = SubscriptionStatus(d.pop("status"))




        def _parse_current_period_end(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                current_period_end_type_0 = datetime.datetime.fromisoformat(data)



                return current_period_end_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        current_period_end = _parse_current_period_end(d.pop("currentPeriodEnd"))


        cancel_at_period_end = d.pop("cancelAtPeriodEnd")

        def _parse_overdue_since(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                overdue_since_type_0 = datetime.datetime.fromisoformat(data)



                return overdue_since_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        overdue_since = _parse_overdue_since(d.pop("overdueSince"))


        def _parse_suspends_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                suspends_at_type_0 = datetime.datetime.fromisoformat(data)



                return suspends_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        suspends_at = _parse_suspends_at(d.pop("suspendsAt"))


        subscription = cls(
            plan=plan,
            plan_ends_at=plan_ends_at,
            status=status,
            current_period_end=current_period_end,
            cancel_at_period_end=cancel_at_period_end,
            overdue_since=overdue_since,
            suspends_at=suspends_at,
        )

        return subscription
