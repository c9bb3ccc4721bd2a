from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="UnsubscribeStatus")



@_attrs_define
class UnsubscribeStatus:
    """ The address of an unsubscribe link.

        Attributes:
            email (str): An email address.
            already_unsubscribed (bool): Whether the address is unsubscribed already.
     """

    email: str
    already_unsubscribed: bool





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        already_unsubscribed = self.already_unsubscribed


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "alreadyUnsubscribed": already_unsubscribed,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        already_unsubscribed = d.pop("alreadyUnsubscribed")

        unsubscribe_status = cls(
            email=email,
            already_unsubscribed=already_unsubscribed,
        )

        return unsubscribe_status
