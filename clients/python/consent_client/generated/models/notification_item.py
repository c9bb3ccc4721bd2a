from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.mail_notification_id import MailNotificationId
from ..models.notification_item_severity import NotificationItemSeverity
from ..models.notification_kind import NotificationKind
from ..types import UNSET, Unset
from typing import cast
import datetime






T = TypeVar("T", bound="NotificationItem")



@_attrs_define
class NotificationItem:
    """ One notification of the feed.

        Attributes:
            id (str): The id. It stays the same as long as the problem lasts.
            kind (NotificationKind): The kind of notification (`docs/notifications.md`). New kinds may be added.
            severity (NotificationItemSeverity): How important it is.
            title (str): What happened, in one line.
            detail (str): What to do, or more about what happened.
            at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            read (bool): Whether the caller has marked it as read.
            email_notification_id (MailNotificationId | None): The id of the email about the same event
                (`docs/notifications.md`); null if there is no
                such email. It is set even if nobody has turned that email on.
            domain_id (None | str | Unset): The id of the domain concerned; null if there is none, and once it is deleted.
            hostname (None | str | Unset): The hostname of that domain, also once it is deleted; null if there is none.
     """

    id: str
    kind: NotificationKind
    severity: NotificationItemSeverity
    title: str
    detail: str
    at: datetime.datetime
    read: bool
    email_notification_id: MailNotificationId | None
    domain_id: None | str | Unset = UNSET
    hostname: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        kind = self.kind.value

        severity = self.severity.value

        title = self.title

        detail = self.detail

        at = self.at.isoformat()

        read = self.read

        email_notification_id: None | str
        if isinstance(self.email_notification_id, MailNotificationId):
            email_notification_id = self.email_notification_id.value
        else:
            email_notification_id = self.email_notification_id

        domain_id: None | str | Unset
        if isinstance(self.domain_id, Unset):
            domain_id = UNSET
        else:
            domain_id = self.domain_id

        hostname: None | str | Unset
        if isinstance(self.hostname, Unset):
            hostname = UNSET
        else:
            hostname = self.hostname


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "kind": kind,
            "severity": severity,
            "title": title,
            "detail": detail,
            "at": at,
            "read": read,
            "emailNotificationId": email_notification_id,
        })
        if domain_id is not UNSET:
            field_dict["domainId"] = domain_id
        if hostname is not UNSET:
            field_dict["hostname"] = hostname

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        kind = NotificationKind(d.pop("kind"))




        severity = NotificationItemSeverity(d.pop("severity"))




        title = d.pop("title")

        detail = d.pop("detail")

        at = datetime.datetime.fromisoformat(d.pop("at"))




        read = d.pop("read")

        def _parse_email_notification_id(data: object) -> MailNotificationId | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                email_notification_id_type_0 = MailNotificationId(data)



                return email_notification_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(MailNotificationId | None, data)

        email_notification_id = _parse_email_notification_id(d.pop("emailNotificationId"))


        def _parse_domain_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        domain_id = _parse_domain_id(d.pop("domainId", UNSET))


        def _parse_hostname(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        hostname = _parse_hostname(d.pop("hostname", UNSET))


        notification_item = cls(
            id=id,
            kind=kind,
            severity=severity,
            title=title,
            detail=detail,
            at=at,
            read=read,
            email_notification_id=email_notification_id,
            domain_id=domain_id,
            hostname=hostname,
        )

        return notification_item
