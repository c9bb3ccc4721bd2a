from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.notification_item import NotificationItem





T = TypeVar("T", bound="NotificationsFeed")



@_attrs_define
class NotificationsFeed:
    """ The feed, newest first.

        Attributes:
            items (list[NotificationItem]): The notifications, newest first, at most `limit`.
            unread (int): The number of unread notifications in the whole feed.
            total (int): The number of notifications in the whole feed.
            read_at (datetime.datetime | None | Unset): When the caller last marked the feed as read; null if never.
     """

    items: list[NotificationItem]
    unread: int
    total: int
    read_at: datetime.datetime | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.notification_item import NotificationItem # noqa: PLC0415
        items = []
        for items_item_data in self.items:
            items_item = items_item_data.to_dict()
            items.append(items_item)



        unread = self.unread

        total = self.total

        read_at: None | str | Unset
        if isinstance(self.read_at, Unset):
            read_at = UNSET
        elif isinstance(self.read_at, datetime.datetime):
            read_at = self.read_at.isoformat()
        else:
            read_at = self.read_at


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "items": items,
            "unread": unread,
            "total": total,
        })
        if read_at is not UNSET:
            field_dict["readAt"] = read_at

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.notification_item import NotificationItem # noqa: PLC0415
        d = dict(src_dict)
        items = []
        _items = d.pop("items")
        for items_item_data in (_items):
            items_item = NotificationItem.from_dict(items_item_data)



            items.append(items_item)


        unread = d.pop("unread")

        total = d.pop("total")

        def _parse_read_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                read_at_type_0 = datetime.datetime.fromisoformat(data)



                return read_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        read_at = _parse_read_at(d.pop("readAt", UNSET))


        notifications_feed = cls(
            items=items,
            unread=unread,
            total=total,
            read_at=read_at,
        )

        return notifications_feed
