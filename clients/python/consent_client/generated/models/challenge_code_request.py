from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ChallengeCodeRequest")



@_attrs_define
class ChallengeCodeRequest:
    """ The challenge of the current sign-in, and a code.

        Attributes:
            challenge_token (str): A secret, known only to its holder.
            code (str): A 6-digit authenticator code or a 10-character backup code.
     """

    challenge_token: str
    code: str





    def to_dict(self) -> dict[str, Any]:
        challenge_token = self.challenge_token

        code = self.code


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "challengeToken": challenge_token,
            "code": code,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        challenge_token = d.pop("challengeToken")

        code = d.pop("code")

        challenge_code_request = cls(
            challenge_token=challenge_token,
            code=code,
        )

        return challenge_code_request
