from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.user_summary import UserSummary





T = TypeVar("T", bound="AccountSessionResponse")



@_attrs_define
class AccountSessionResponse:
    """ An account session, without a workspace.

        Attributes:
            account_token (str): Identifies the person, without a workspace. Valid for 60 minutes.
            user (UserSummary): A person with an account.
     """

    account_token: str
    user: UserSummary





    def to_dict(self) -> dict[str, Any]:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        account_token = self.account_token

        user = self.user.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "accountToken": account_token,
            "user": user,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        d = dict(src_dict)
        account_token = d.pop("accountToken")

        user = UserSummary.from_dict(d.pop("user"))




        account_session_response = cls(
            account_token=account_token,
            user=user,
        )

        return account_session_response
