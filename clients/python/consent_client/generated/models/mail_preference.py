from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.mail_notification_id import MailNotificationId






T = TypeVar("T", bound="MailPreference")



@_attrs_define
class MailPreference:
    """ One kind of mail, and whether the caller gets it.

        Attributes:
            id (MailNotificationId): The id of a kind of mail (`docs/notifications.md`). New kinds may be added.
            description (str): A sentence about when the email is sent.
            default (bool): The default, for members who have not chosen.
            enabled (bool): Whether the caller gets it.
     """

    id: MailNotificationId
    description: str
    default: bool
    enabled: bool





    def to_dict(self) -> dict[str, Any]:
        id = self.id.value

        description = self.description

        default = self.default

        enabled = self.enabled


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "description": description,
            "default": default,
            "enabled": enabled,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = MailNotificationId(d.pop("id"))




        description = d.pop("description")

        default = d.pop("default")

        enabled = d.pop("enabled")

        mail_preference = cls(
            id=id,
            description=description,
            default=default,
            enabled=enabled,
        )

        return mail_preference
