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





T = TypeVar("T", bound="AccountHandoffSession")



@_attrs_define
class AccountHandoffSession:
    """ An account session, and the workspace that the person came from.

        Attributes:
            account_token (str): Identifies the person, without a workspace. Valid for 60 minutes.
            user (UserSummary): A person with an account.
            organization (None | OrganizationSummary): The workspace that the person came from; null if they are not a
                member of it.
     """

    account_token: str
    user: UserSummary
    organization: None | OrganizationSummary





    def to_dict(self) -> dict[str, Any]:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        from ..models.user_summary import UserSummary # noqa: PLC0415
        account_token = self.account_token

        user = self.user.to_dict()

        organization: dict[str, Any] | None
        if isinstance(self.organization, OrganizationSummary):
            organization = self.organization.to_dict()
        else:
            organization = self.organization


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "accountToken": account_token,
            "user": user,
            "organization": organization,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        from ..models.user_summary import UserSummary # noqa: PLC0415
        d = dict(src_dict)
        account_token = d.pop("accountToken")

        user = UserSummary.from_dict(d.pop("user"))




        def _parse_organization(data: object) -> None | OrganizationSummary:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                organization_type_0 = OrganizationSummary.from_dict(data)



                return organization_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | OrganizationSummary, data)

        organization = _parse_organization(d.pop("organization"))


        account_handoff_session = cls(
            account_token=account_token,
            user=user,
            organization=organization,
        )

        return account_handoff_session
