from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast

if TYPE_CHECKING:
  from ..models.mail_preference import MailPreference
  from ..models.organization_summary import OrganizationSummary





T = TypeVar("T", bound="WorkspaceMailPreferences")



@_attrs_define
class WorkspaceMailPreferences:
    """ The emails of one workspace, and which of them the caller gets.

        Attributes:
            organization (OrganizationSummary): A workspace.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
            mails (list[MailPreference]): The emails that are available to this role.
     """

    organization: OrganizationSummary
    role: Role
    mails: list[MailPreference]





    def to_dict(self) -> dict[str, Any]:
        from ..models.mail_preference import MailPreference # noqa: PLC0415
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        organization = self.organization.to_dict()

        role = self.role.value

        mails = []
        for mails_item_data in self.mails:
            mails_item = mails_item_data.to_dict()
            mails.append(mails_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "organization": organization,
            "role": role,
            "mails": mails,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.mail_preference import MailPreference # noqa: PLC0415
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        d = dict(src_dict)
        organization = OrganizationSummary.from_dict(d.pop("organization"))




        role = Role(d.pop("role"))




        mails = []
        _mails = d.pop("mails")
        for mails_item_data in (_mails):
            mails_item = MailPreference.from_dict(mails_item_data)



            mails.append(mails_item)


        workspace_mail_preferences = cls(
            organization=organization,
            role=role,
            mails=mails,
        )

        return workspace_mail_preferences
