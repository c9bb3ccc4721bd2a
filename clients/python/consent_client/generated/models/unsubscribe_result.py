from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="UnsubscribeResult")



@_attrs_define
class UnsubscribeResult:
    """ The address gets no more notification emails.

        Attributes:
            email (str): An email address.
            already_unsubscribed (bool): Whether the address was unsubscribed before this call.
            unsubscribed (bool): Always true.
     """

    email: str
    already_unsubscribed: bool
    unsubscribed: bool





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        already_unsubscribed = self.already_unsubscribed

        unsubscribed = self.unsubscribed


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "alreadyUnsubscribed": already_unsubscribed,
            "unsubscribed": unsubscribed,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        already_unsubscribed = d.pop("alreadyUnsubscribed")

        unsubscribed = d.pop("unsubscribed")

        unsubscribe_result = cls(
            email=email,
            already_unsubscribed=already_unsubscribed,
            unsubscribed=unsubscribed,
        )

        return unsubscribe_result
