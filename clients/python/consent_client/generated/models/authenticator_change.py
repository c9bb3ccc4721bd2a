from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="AuthenticatorChange")



@_attrs_define
class AuthenticatorChange:
    """ The secret of the new authenticator, in three forms, and the challenge.

        Attributes:
            challenge_token (str): Send it to `POST /v1/account/second-factor/confirm` with a code of the new authenticator.
            secret (str): The secret in base 32, to type into an authenticator.
            otpauth_url (str): The secret as an `otpauth:` address, which authenticators can open.
            qr_code_data_url (str): The secret as a QR code: a PNG image as a `data:` address.
     """

    challenge_token: str
    secret: str
    otpauth_url: str
    qr_code_data_url: str





    def to_dict(self) -> dict[str, Any]:
        challenge_token = self.challenge_token

        secret = self.secret

        otpauth_url = self.otpauth_url

        qr_code_data_url = self.qr_code_data_url


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "challengeToken": challenge_token,
            "secret": secret,
            "otpauthUrl": otpauth_url,
            "qrCodeDataUrl": qr_code_data_url,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        challenge_token = d.pop("challengeToken")

        secret = d.pop("secret")

        otpauth_url = d.pop("otpauthUrl")

        qr_code_data_url = d.pop("qrCodeDataUrl")

        authenticator_change = cls(
            challenge_token=challenge_token,
            secret=secret,
            otpauth_url=otpauth_url,
            qr_code_data_url=qr_code_data_url,
        )

        return authenticator_change
