from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.audit_event_actor_kind import AuditEventActorKind
from ..models.audit_event_outcome import AuditEventOutcome
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.audit_detail import AuditDetail





T = TypeVar("T", bound="AuditEvent")



@_attrs_define
class AuditEvent:
    """ An action that was done or refused.

        Attributes:
            id (str): The event's id.
            event (str): The name of the action, such as `api_key.created`.
            outcome (AuditEventOutcome): Whether the action was done or refused.
            at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            actor_kind (AuditEventActorKind): The kind of caller.
            actor_id (None | str): The user's id; null for the operator, the system and API keys.
            actor_email (None | str): The address of the user; of one who is no longer a member, the address with which they
                left. Null if it is not known, as once the account is deleted.
            address_hash (None | str): A keyed hash of the network address. The same address always has the same hash.
            subject_id (None | str): The id of what the action changed.
            detail (list[AuditDetail]): Further details, with names that depend on the event.
     """

    id: str
    event: str
    outcome: AuditEventOutcome
    at: datetime.datetime
    actor_kind: AuditEventActorKind
    actor_id: None | str
    actor_email: None | str
    address_hash: None | str
    subject_id: None | str
    detail: list[AuditDetail]





    def to_dict(self) -> dict[str, Any]:
        from ..models.audit_detail import AuditDetail # noqa: PLC0415
        id = self.id

        event = self.event

        outcome = self.outcome.value

        at = self.at.isoformat()

        actor_kind = self.actor_kind.value

        actor_id: None | str
        actor_id = self.actor_id

        actor_email: None | str
        actor_email = self.actor_email

        address_hash: None | str
        address_hash = self.address_hash

        subject_id: None | str
        subject_id = self.subject_id

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
            "actorId": actor_id,
            "actorEmail": actor_email,
            "addressHash": address_hash,
            "subjectId": subject_id,
            "detail": detail,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.audit_detail import AuditDetail # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        event = d.pop("event")

        outcome = AuditEventOutcome(d.pop("outcome"))




        at = datetime.datetime.fromisoformat(d.pop("at"))




        actor_kind = AuditEventActorKind(d.pop("actorKind"))




        def _parse_actor_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        actor_id = _parse_actor_id(d.pop("actorId"))


        def _parse_actor_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        actor_email = _parse_actor_email(d.pop("actorEmail"))


        def _parse_address_hash(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        address_hash = _parse_address_hash(d.pop("addressHash"))


        def _parse_subject_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        subject_id = _parse_subject_id(d.pop("subjectId"))


        detail = []
        _detail = d.pop("detail")
        for detail_item_data in (_detail):
            detail_item = AuditDetail.from_dict(detail_item_data)



            detail.append(detail_item)


        audit_event = cls(
            id=id,
            event=event,
            outcome=outcome,
            at=at,
            actor_kind=actor_kind,
            actor_id=actor_id,
            actor_email=actor_email,
            address_hash=address_hash,
            subject_id=subject_id,
            detail=detail,
        )

        return audit_event
