from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
from uuid import UUID

if TYPE_CHECKING:
  from ..models.mail_choice import MailChoice





T = TypeVar("T", bound="WorkspaceMailChoices")



@_attrs_define
class WorkspaceMailChoices:
    """ The choices for one workspace. An email that you leave out is reset to its default.

        Attributes:
            organization_id (UUID): The workspace's id.
            mails (list[MailChoice]): The choices for each email.
     """

    organization_id: UUID
    mails: list[MailChoice]





    def to_dict(self) -> dict[str, Any]:
        from ..models.mail_choice import MailChoice # noqa: PLC0415
        organization_id = str(self.organization_id)

        mails = []
        for mails_item_data in self.mails:
            mails_item = mails_item_data.to_dict()
            mails.append(mails_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "organizationId": organization_id,
            "mails": mails,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.mail_choice import MailChoice # noqa: PLC0415
        d = dict(src_dict)
        organization_id = UUID(d.pop("organizationId"))




        mails = []
        _mails = d.pop("mails")
        for mails_item_data in (_mails):
            mails_item = MailChoice.from_dict(mails_item_data)



            mails.append(mails_item)


        workspace_mail_choices = cls(
            organization_id=organization_id,
            mails=mails,
        )

        return workspace_mail_choices
