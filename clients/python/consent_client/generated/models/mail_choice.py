from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.mail_notification_id import MailNotificationId






T = TypeVar("T", bound="MailChoice")



@_attrs_define
class MailChoice:
    """ One kind of mail, and whether to send it.

        Attributes:
            id (MailNotificationId): The id of a kind of mail (`docs/notifications.md`). New kinds may be added.
            enabled (bool): Whether to send it.
     """

    id: MailNotificationId
    enabled: bool





    def to_dict(self) -> dict[str, Any]:
        id = self.id.value

        enabled = self.enabled


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "enabled": enabled,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = MailNotificationId(d.pop("id"))




        enabled = d.pop("enabled")

        mail_choice = cls(
            id=id,
            enabled=enabled,
        )

        return mail_choice
