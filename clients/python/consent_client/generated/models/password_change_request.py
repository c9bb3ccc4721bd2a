from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="PasswordChangeRequest")



@_attrs_define
class PasswordChangeRequest:
    """ The current and the new password.

        Attributes:
            current_password (str): The current password.
            new_password (str): 8 to 128 characters. Passwords from known breaches are refused, and so are common words with
                added digits or punctuation, repetitions of one to three characters up to a length of 32,
                and passwords that are little more than the person's name, address or organization. `errors`
                contains the reason.
            end_other_sessions (bool | Unset): Whether to end all other sessions of the person. Default: True.
     """

    current_password: str
    new_password: str
    end_other_sessions: bool | Unset = True





    def to_dict(self) -> dict[str, Any]:
        current_password = self.current_password

        new_password = self.new_password

        end_other_sessions = self.end_other_sessions


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "currentPassword": current_password,
            "newPassword": new_password,
        })
        if end_other_sessions is not UNSET:
            field_dict["endOtherSessions"] = end_other_sessions

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        current_password = d.pop("currentPassword")

        new_password = d.pop("newPassword")

        end_other_sessions = d.pop("endOtherSessions", UNSET)

        password_change_request = cls(
            current_password=current_password,
            new_password=new_password,
            end_other_sessions=end_other_sessions,
        )

        return password_change_request
