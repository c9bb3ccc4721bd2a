from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="IdentityProviderBeginRequest")



@_attrs_define
class IdentityProviderBeginRequest:
    """ The provider, and the workspace to sign in to.

        Attributes:
            issuer (str): The provider's `issuer`, from the list.
            allow_signup (bool | Unset): Whether to create an account for an unknown address; false by default.
            org_slug (str | Unset): The slug of the workspace to sign in to; without it, to the account.
     """

    issuer: str
    allow_signup: bool | Unset = UNSET
    org_slug: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        issuer = self.issuer

        allow_signup = self.allow_signup

        org_slug = self.org_slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "issuer": issuer,
        })
        if allow_signup is not UNSET:
            field_dict["allowSignup"] = allow_signup
        if org_slug is not UNSET:
            field_dict["orgSlug"] = org_slug

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        issuer = d.pop("issuer")

        allow_signup = d.pop("allowSignup", UNSET)

        org_slug = d.pop("orgSlug", UNSET)

        identity_provider_begin_request = cls(
            issuer=issuer,
            allow_signup=allow_signup,
            org_slug=org_slug,
        )

        return identity_provider_begin_request
