from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.security_event_actor_kind import SecurityEventActorKind
from ..models.security_event_outcome import SecurityEventOutcome
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.audit_detail import AuditDetail





T = TypeVar("T", bound="SecurityEvent")



@_attrs_define
class SecurityEvent:
    """ A security event of an account.

        Attributes:
            id (str): The event's id.
            event (str): The name of the action, such as `sign_in.verified`.
            outcome (SecurityEventOutcome): Whether the action was done or refused.
            at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            actor_kind (SecurityEventActorKind): The kind of caller.
            organization_id (None | str): The workspace's id; null for the account itself.
            address_hash (None | str): A keyed hash of the network address. The same address always has the same hash.
            detail (list[AuditDetail]): Further details, with names that depend on the event.
     """

    id: str
    event: str
    outcome: SecurityEventOutcome
    at: datetime.datetime
    actor_kind: SecurityEventActorKind
    organization_id: None | str
    address_hash: None | str
    detail: list[AuditDetail]





    def to_dict(self) -> dict[str, Any]:
        from ..models.audit_detail import AuditDetail # noqa: PLC0415
        id = self.id

        event = self.event

        outcome = self.outcome.value

        at = self.at.isoformat()

        actor_kind = self.actor_kind.value

        organization_id: None | str
        organization_id = self.organization_id

        address_hash: None | str
        address_hash = self.address_hash

        detail = []
        for detail_item_data in self.detail:
            detail_item = detail_item_data.to_dict()
            detail.append(detail_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "event": event,
            "outcome": outcome,
            "at": at,
            "actorKind": actor_kind,
            "organizationId": organization_id,
            "addressHash": address_hash,
            "detail": detail,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_detail import AuditDetail # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        event = d.pop("event")

        outcome = SecurityEventOutcome(d.pop("outcome"))




        at = datetime.datetime.fromisoformat(d.pop("at"))




        actor_kind = SecurityEventActorKind(d.pop("actorKind"))




        def _parse_organization_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        organization_id = _parse_organization_id(d.pop("organizationId"))


        def _parse_address_hash(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        address_hash = _parse_address_hash(d.pop("addressHash"))


        detail = []
        _detail = d.pop("detail")
        for detail_item_data in (_detail):
            detail_item = AuditDetail.from_dict(detail_item_data)



            detail.append(detail_item)


        security_event = cls(
            id=id,
            event=event,
            outcome=outcome,
            at=at,
            actor_kind=actor_kind,
            organization_id=organization_id,
            address_hash=address_hash,
            detail=detail,
        )

        return security_event
