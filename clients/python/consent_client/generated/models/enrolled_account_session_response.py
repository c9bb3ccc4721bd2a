from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.user_summary import UserSummary





T = TypeVar("T", bound="EnrolledAccountSessionResponse")



@_attrs_define
class EnrolledAccountSessionResponse:
    """ An account session, and the backup codes.

        Attributes:
            account_token (str): Identifies the person, without a workspace. Valid for 60 minutes.
            user (UserSummary): A person with an account.
            backup_codes (list[str]): Ten codes, shown only this once.
     """

    account_token: str
    user: UserSummary
    backup_codes: list[str]





    def to_dict(self) -> dict[str, Any]:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        account_token = self.account_token

        user = self.user.to_dict()

        backup_codes = self.backup_codes




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "accountToken": account_token,
            "user": user,
            "backupCodes": backup_codes,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        d = dict(src_dict)
        account_token = d.pop("accountToken")

        user = UserSummary.from_dict(d.pop("user"))




        backup_codes = cast(list[str], d.pop("backupCodes"))


        enrolled_account_session_response = cls(
            account_token=account_token,
            user=user,
            backup_codes=backup_codes,
        )

        return enrolled_account_session_response
