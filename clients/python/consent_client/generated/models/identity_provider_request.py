from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="IdentityProviderRequest")



@_attrs_define
class IdentityProviderRequest:
    """ An ID token from an OpenID Connect provider.

        Attributes:
            id_token (str): A signed JWT, as the provider issued it.
            allow_signup (bool | Unset): Whether to create an account for an unknown address; false by default.
            org_slug (str | Unset): The slug of the workspace, which is the DNS label of its origin.
     """

    id_token: str
    allow_signup: bool | Unset = UNSET
    org_slug: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        id_token = self.id_token

        allow_signup = self.allow_signup

        org_slug = self.org_slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "idToken": id_token,
        })
        if allow_signup is not UNSET:
            field_dict["allowSignup"] = allow_signup
        if org_slug is not UNSET:
            field_dict["orgSlug"] = org_slug

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id_token = d.pop("idToken")

        allow_signup = d.pop("allowSignup", UNSET)

        org_slug = d.pop("orgSlug", UNSET)

        identity_provider_request = cls(
            id_token=id_token,
            allow_signup=allow_signup,
            org_slug=org_slug,
        )

        return identity_provider_request
