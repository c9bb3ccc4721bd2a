from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="IdentityProviderOffer")



@_attrs_define
class IdentityProviderOffer:
    """ An identity provider that a sign-in page can offer.

        Attributes:
            issuer (str): The provider's identifier; send it to `POST /v1/auth/identity-provider/authorization`.
            name (str): The provider's name, to show to people.
     """

    issuer: str
    name: str





    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        name = self.name


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "issuer": issuer,
            "name": name,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        name = d.pop("name")

        identity_provider_offer = cls(
            issuer=issuer,
            name=name,
        )

        return identity_provider_offer
