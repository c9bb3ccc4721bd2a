from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.workspace_mail_preferences import WorkspaceMailPreferences





T = TypeVar("T", bound="MailPreferences")



@_attrs_define
class MailPreferences:
    """ Which notification emails the caller gets, and at which address.

        Attributes:
            email (str): The address that emails are sent to.
            email_verified (bool): Whether the address is verified. Notification emails are sent only to verified addresses.
            unsubscribed (bool): Whether the address has unsubscribed with an email's link. If so, it gets no notification
                emails.
            workspaces (list[WorkspaceMailPreferences]): The choices in each workspace.
     """

    email: str
    email_verified: bool
    unsubscribed: bool
    workspaces: list[WorkspaceMailPreferences]





    def to_dict(self) -> dict[str, Any]:
        from ..models.workspace_mail_preferences import WorkspaceMailPreferences # noqa: PLC0415
        email = self.email

        email_verified = self.email_verified

        unsubscribed = self.unsubscribed

        workspaces = []
        for workspaces_item_data in self.workspaces:
            workspaces_item = workspaces_item_data.to_dict()
            workspaces.append(workspaces_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "emailVerified": email_verified,
            "unsubscribed": unsubscribed,
            "workspaces": workspaces,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workspace_mail_preferences import WorkspaceMailPreferences # noqa: PLC0415
        d = dict(src_dict)
        email = d.pop("email")

        email_verified = d.pop("emailVerified")

        unsubscribed = d.pop("unsubscribed")

        workspaces = []
        _workspaces = d.pop("workspaces")
        for workspaces_item_data in (_workspaces):
            workspaces_item = WorkspaceMailPreferences.from_dict(workspaces_item_data)



            workspaces.append(workspaces_item)


        mail_preferences = cls(
            email=email,
            email_verified=email_verified,
            unsubscribed=unsubscribed,
            workspaces=workspaces,
        )

        return mail_preferences
