from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.organization_summary import OrganizationSummary
  from ..models.user_summary import UserSummary





T = TypeVar("T", bound="EnrolledAuthSessionResponse")



@_attrs_define
class EnrolledAuthSessionResponse:
    """ A full session of one workspace, and the backup codes.

        Attributes:
            access_token (str): For one person in one workspace. Valid for 15 minutes.
            refresh_token (str): Use it once to get the next pair of tokens. Keep only the newest.
            user (UserSummary): A person with an account.
            organization (OrganizationSummary): A workspace.
            backup_codes (list[str]): Ten codes, shown only this once.
     """

    access_token: str
    refresh_token: str
    user: UserSummary
    organization: OrganizationSummary
    backup_codes: list[str]





    def to_dict(self) -> dict[str, Any]:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        from ..models.user_summary import UserSummary # noqa: PLC0415
        access_token = self.access_token

        refresh_token = self.refresh_token

        user = self.user.to_dict()

        organization = self.organization.to_dict()

        backup_codes = self.backup_codes




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "accessToken": access_token,
            "refreshToken": refresh_token,
            "user": user,
            "organization": organization,
            "backupCodes": backup_codes,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        from ..models.user_summary import UserSummary # noqa: PLC0415
        d = dict(src_dict)
        access_token = d.pop("accessToken")

        refresh_token = d.pop("refreshToken")

        user = UserSummary.from_dict(d.pop("user"))




        organization = OrganizationSummary.from_dict(d.pop("organization"))




        backup_codes = cast(list[str], d.pop("backupCodes"))


        enrolled_auth_session_response = cls(
            access_token=access_token,
            refresh_token=refresh_token,
            user=user,
            organization=organization,
            backup_codes=backup_codes,
        )

        return enrolled_auth_session_response
