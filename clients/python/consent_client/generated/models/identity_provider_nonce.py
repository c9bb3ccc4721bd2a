from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="IdentityProviderNonce")



@_attrs_define
class IdentityProviderNonce:
    """ A nonce for an identity provider.

        Attributes:
            nonce (str): The value of the `nonce` parameter; it can be used once.
            expires_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    nonce: str
    expires_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        nonce = self.nonce

        expires_at = self.expires_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "nonce": nonce,
            "expiresAt": expires_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        nonce = d.pop("nonce")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        identity_provider_nonce = cls(
            nonce=nonce,
            expires_at=expires_at,
        )

        return identity_provider_nonce
