from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.workspace_mail_choices import WorkspaceMailChoices





T = TypeVar("T", bound="MailPreferencesRequest")



@_attrs_define
class MailPreferencesRequest:
    """ The changes; members that you leave out stay unchanged.

        Attributes:
            subscribe (bool | Unset): If true, the caller's address gets notification emails again.
            workspaces (list[WorkspaceMailChoices] | Unset): The workspaces whose choices to replace.
     """

    subscribe: bool | Unset = UNSET
    workspaces: list[WorkspaceMailChoices] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.workspace_mail_choices import WorkspaceMailChoices # noqa: PLC0415
        subscribe = self.subscribe

        workspaces: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.workspaces, Unset):
            workspaces = []
            for workspaces_item_data in self.workspaces:
                workspaces_item = workspaces_item_data.to_dict()
                workspaces.append(workspaces_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if subscribe is not UNSET:
            field_dict["subscribe"] = subscribe
        if workspaces is not UNSET:
            field_dict["workspaces"] = workspaces

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.workspace_mail_choices import WorkspaceMailChoices # noqa: PLC0415
        d = dict(src_dict)
        subscribe = d.pop("subscribe", UNSET)

        _workspaces = d.pop("workspaces", UNSET)
        workspaces: list[WorkspaceMailChoices] | Unset = UNSET
        if _workspaces is not UNSET:
            workspaces = []
            for workspaces_item_data in _workspaces:
                workspaces_item = WorkspaceMailChoices.from_dict(workspaces_item_data)



                workspaces.append(workspaces_item)


        mail_preferences_request = cls(
            subscribe=subscribe,
            workspaces=workspaces,
        )

        return mail_preferences_request
