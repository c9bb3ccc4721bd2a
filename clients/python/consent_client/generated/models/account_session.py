from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.organization_summary import OrganizationSummary





T = TypeVar("T", bound="AccountSession")



@_attrs_define
class AccountSession:
    """ An open session; a session of the account if `organization` is null.

        Attributes:
            id (str): The session's id.
            organization (None | OrganizationSummary): The workspace of the session; null for a session of the account.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            last_used_at (datetime.datetime): When its tokens were last issued.
            expires_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            user_agent (None | str): The browser's family and major version, and the system, at the sign-in.
            current (bool): Whether it is the session of this request.
     """

    id: str
    organization: None | OrganizationSummary
    created_at: datetime.datetime
    last_used_at: datetime.datetime
    expires_at: datetime.datetime
    user_agent: None | str
    current: bool





    def to_dict(self) -> dict[str, Any]:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        id = self.id

        organization: dict[str, Any] | None
        if isinstance(self.organization, OrganizationSummary):
            organization = self.organization.to_dict()
        else:
            organization = self.organization

        created_at = self.created_at.isoformat()

        last_used_at = self.last_used_at.isoformat()

        expires_at = self.expires_at.isoformat()

        user_agent: None | str
        user_agent = self.user_agent

        current = self.current


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "organization": organization,
            "createdAt": created_at,
            "lastUsedAt": last_used_at,
            "expiresAt": expires_at,
            "userAgent": user_agent,
            "current": current,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

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


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        last_used_at = datetime.datetime.fromisoformat(d.pop("lastUsedAt"))




        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        def _parse_user_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))


        current = d.pop("current")

        account_session = cls(
            id=id,
            organization=organization,
            created_at=created_at,
            last_used_at=last_used_at,
            expires_at=expires_at,
            user_agent=user_agent,
            current=current,
        )

        return account_session
