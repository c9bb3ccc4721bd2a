from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.account_workspace import AccountWorkspace
  from ..models.second_factor_state import SecondFactorState





T = TypeVar("T", bound="Account")



@_attrs_define
class Account:
    """ The caller's own account.

        Attributes:
            id (str): The person's id.
            email (str): The person's address.
            name (None | str): The person's name; null if they have not given one.
            locale (str): The language of the person's emails.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            email_verified_at (datetime.datetime | None): When the address was verified; null before that.
            has_password (bool): Whether the account has a password. Without one, the person signs in with an identity
                provider.
            second_factor (SecondFactorState): The state of the second factor.
            workspaces (list[AccountWorkspace]): Every workspace that the person is a member of.
     """

    id: str
    email: str
    name: None | str
    locale: str
    created_at: datetime.datetime
    email_verified_at: datetime.datetime | None
    has_password: bool
    second_factor: SecondFactorState
    workspaces: list[AccountWorkspace]





    def to_dict(self) -> dict[str, Any]:
        from ..models.account_workspace import AccountWorkspace # noqa: PLC0415
        from ..models.second_factor_state import SecondFactorState # noqa: PLC0415
        id = self.id

        email = self.email

        name: None | str
        name = self.name

        locale = self.locale

        created_at = self.created_at.isoformat()

        email_verified_at: None | str
        if isinstance(self.email_verified_at, datetime.datetime):
            email_verified_at = self.email_verified_at.isoformat()
        else:
            email_verified_at = self.email_verified_at

        has_password = self.has_password

        second_factor = self.second_factor.to_dict()

        workspaces = []
        for workspaces_item_data in self.workspaces:
            workspaces_item = workspaces_item_data.to_dict()
            workspaces.append(workspaces_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "email": email,
            "name": name,
            "locale": locale,
            "createdAt": created_at,
            "emailVerifiedAt": email_verified_at,
            "hasPassword": has_password,
            "secondFactor": second_factor,
            "workspaces": workspaces,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.account_workspace import AccountWorkspace # noqa: PLC0415
        from ..models.second_factor_state import SecondFactorState # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        email = d.pop("email")

        def _parse_name(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        name = _parse_name(d.pop("name"))


        locale = d.pop("locale")

        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        def _parse_email_verified_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                email_verified_at_type_0 = datetime.datetime.fromisoformat(data)



                return email_verified_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        email_verified_at = _parse_email_verified_at(d.pop("emailVerifiedAt"))


        has_password = d.pop("hasPassword")

        second_factor = SecondFactorState.from_dict(d.pop("secondFactor"))




        workspaces = []
        _workspaces = d.pop("workspaces")
        for workspaces_item_data in (_workspaces):
            workspaces_item = AccountWorkspace.from_dict(workspaces_item_data)



            workspaces.append(workspaces_item)


        account = cls(
            id=id,
            email=email,
            name=name,
            locale=locale,
            created_at=created_at,
            email_verified_at=email_verified_at,
            has_password=has_password,
            second_factor=second_factor,
            workspaces=workspaces,
        )

        return account
