from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="AuthenticatorConfirmRequest")



@_attrs_define
class AuthenticatorConfirmRequest:
    """ A code of the new authenticator.

        Attributes:
            challenge_token (str): A secret, known only to its holder.
            code (str): A 6-digit code of the new authenticator.
            end_other_sessions (bool | Unset): Whether to end all other sessions of the person. Default: False.
     """

    challenge_token: str
    code: str
    end_other_sessions: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        challenge_token = self.challenge_token

        code = self.code

        end_other_sessions = self.end_other_sessions


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "challengeToken": challenge_token,
            "code": code,
        })
        if end_other_sessions is not UNSET:
            field_dict["endOtherSessions"] = end_other_sessions

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        challenge_token = d.pop("challengeToken")

        code = d.pop("code")

        end_other_sessions = d.pop("endOtherSessions", UNSET)

        authenticator_confirm_request = cls(
            challenge_token=challenge_token,
            code=code,
            end_other_sessions=end_other_sessions,
        )

        return authenticator_confirm_request
