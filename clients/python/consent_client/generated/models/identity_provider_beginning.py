from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="IdentityProviderBeginning")



@_attrs_define
class IdentityProviderBeginning:
    """ A sign-in at a provider that has begun.

        Attributes:
            authorization_url (str): The provider's page, to send the person to.
            state (str): The provider returns this value; compare the two.
            sign_in_token (str): Send it with the code. It is encrypted, so only this service can read it.
            expires_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    authorization_url: str
    state: str
    sign_in_token: str
    expires_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        authorization_url = self.authorization_url

        state = self.state

        sign_in_token = self.sign_in_token

        expires_at = self.expires_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "authorizationUrl": authorization_url,
            "state": state,
            "signInToken": sign_in_token,
            "expiresAt": expires_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        authorization_url = d.pop("authorizationUrl")

        state = d.pop("state")

        sign_in_token = d.pop("signInToken")

        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        identity_provider_beginning = cls(
            authorization_url=authorization_url,
            state=state,
            sign_in_token=sign_in_token,
            expires_at=expires_at,
        )

        return identity_provider_beginning
