from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ChallengeRequest")



@_attrs_define
class ChallengeRequest:
    """ The challenge of the current sign-in.

        Attributes:
            challenge_token (str): A secret, known only to its holder.
     """

    challenge_token: str





    def to_dict(self) -> dict[str, Any]:
        challenge_token = self.challenge_token


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "challengeToken": challenge_token,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        challenge_token = d.pop("challengeToken")

        challenge_request = cls(
            challenge_token=challenge_token,
        )

        return challenge_request
