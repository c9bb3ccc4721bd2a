from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="TwoFactorSetupResponse")



@_attrs_define
class TwoFactorSetupResponse:
    """ The secret of the authenticator, in three forms.

        Attributes:
            secret (str): The secret in base 32, to type into an authenticator.
            otpauth_url (str): The secret as an `otpauth:` address, which authenticators can open.
            qr_code_data_url (str): The secret as a QR code: a PNG image as a `data:` address.
     """

    secret: str
    otpauth_url: str
    qr_code_data_url: str





    def to_dict(self) -> dict[str, Any]:
        secret = self.secret

        otpauth_url = self.otpauth_url

        qr_code_data_url = self.qr_code_data_url


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "secret": secret,
            "otpauthUrl": otpauth_url,
            "qrCodeDataUrl": qr_code_data_url,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        secret = d.pop("secret")

        otpauth_url = d.pop("otpauthUrl")

        qr_code_data_url = d.pop("qrCodeDataUrl")

        two_factor_setup_response = cls(
            secret=secret,
            otpauth_url=otpauth_url,
            qr_code_data_url=qr_code_data_url,
        )

        return two_factor_setup_response
