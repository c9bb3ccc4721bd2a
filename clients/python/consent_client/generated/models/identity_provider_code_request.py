from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="IdentityProviderCodeRequest")



@_attrs_define
class IdentityProviderCodeRequest:
    """ What the provider returned, and what was stored when the sign-in started.

        Attributes:
            sign_in_token (str): The token from the response that began the sign-in.
            state (str): The value that the provider sent.
            code (str): The value that the provider sent.
            iss (str | Unset): The value that the provider sent, if any.
     """

    sign_in_token: str
    state: str
    code: str
    iss: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        sign_in_token = self.sign_in_token

        state = self.state

        code = self.code

        iss = self.iss


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "signInToken": sign_in_token,
            "state": state,
            "code": code,
        })
        if iss is not UNSET:
            field_dict["iss"] = iss

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        sign_in_token = d.pop("signInToken")

        state = d.pop("state")

        code = d.pop("code")

        iss = d.pop("iss", UNSET)

        identity_provider_code_request = cls(
            sign_in_token=sign_in_token,
            state=state,
            code=code,
            iss=iss,
        )

        return identity_provider_code_request
