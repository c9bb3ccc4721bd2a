from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="LinkedIdentity")



@_attrs_define
class LinkedIdentity:
    """ An identity of a provider that signs in to an account.

        Attributes:
            id (str): The identity's id.
            issuer (str): The provider's issuer, as OpenID Connect names it.
            provider (str): The provider's host, to show to people.
            linked_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    id: str
    issuer: str
    provider: str
    linked_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        issuer = self.issuer

        provider = self.provider

        linked_at = self.linked_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "issuer": issuer,
            "provider": provider,
            "linkedAt": linked_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        issuer = d.pop("issuer")

        provider = d.pop("provider")

        linked_at = datetime.datetime.fromisoformat(d.pop("linkedAt"))




        linked_identity = cls(
            id=id,
            issuer=issuer,
            provider=provider,
            linked_at=linked_at,
        )

        return linked_identity
