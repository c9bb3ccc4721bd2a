from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="EmailVerifiedResponse")



@_attrs_define
class EmailVerifiedResponse:
    """ The address, and when it was verified.

        Attributes:
            email (str): An email address.
            verified_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    email: str
    verified_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        verified_at = self.verified_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "verifiedAt": verified_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        verified_at = datetime.datetime.fromisoformat(d.pop("verifiedAt"))




        email_verified_response = cls(
            email=email,
            verified_at=verified_at,
        )

        return email_verified_response
