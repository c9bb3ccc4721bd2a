from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="CodeRequest")



@_attrs_define
class CodeRequest:
    """ A code of the caller's second factor.

        Attributes:
            code (str): A 6-digit authenticator code or a 10-character backup code.
            end_other_sessions (bool | Unset): Whether to end all other sessions of the person. Default: False.
     """

    code: str
    end_other_sessions: bool | Unset = False





    def to_dict(self) -> dict[str, Any]:
        code = self.code

        end_other_sessions = self.end_other_sessions


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "code": code,
        })
        if end_other_sessions is not UNSET:
            field_dict["endOtherSessions"] = end_other_sessions

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        code = d.pop("code")

        end_other_sessions = d.pop("endOtherSessions", UNSET)

        code_request = cls(
            code=code,
            end_other_sessions=end_other_sessions,
        )

        return code_request
