from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="TwoFactorChallengeResponse")



@_attrs_define
class TwoFactorChallengeResponse:
    """ An authenticator is set up; send a code of it.

        Attributes:
            two_factor_required (bool): Always true.
            challenge_token (str): Send it to `POST /v1/auth/2fa/verify` with a code, within ten minutes.
     """

    two_factor_required: bool
    challenge_token: str





    def to_dict(self) -> dict[str, Any]:
        two_factor_required = self.two_factor_required

        challenge_token = self.challenge_token


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "twoFactorRequired": two_factor_required,
            "challengeToken": challenge_token,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        two_factor_required = d.pop("twoFactorRequired")

        challenge_token = d.pop("challengeToken")

        two_factor_challenge_response = cls(
            two_factor_required=two_factor_required,
            challenge_token=challenge_token,
        )

        return two_factor_challenge_response
