from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="UserSummary")



@_attrs_define
class UserSummary:
    """ A person with an account.

        Attributes:
            id (str): The person's id.
            email (str): The person's address.
     """

    id: str
    email: str





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email = self.email


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "email": email,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        user_summary = cls(
            id=id,
            email=email,
        )

        return user_summary
