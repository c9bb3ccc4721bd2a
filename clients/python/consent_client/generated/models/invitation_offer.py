from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.organization_summary import OrganizationSummary





T = TypeVar("T", bound="InvitationOffer")



@_attrs_define
class InvitationOffer:
    """ The workspace and the role that an invitation offers, and the address that it was sent to.

        Attributes:
            organization (OrganizationSummary): A workspace.
            email (str): The invited address.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
            invited_by (None | str): The name or the address of the person who sent the invitation; null once their account
                is deleted.
            expires_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            account_exists (bool): Whether the address has a verified account. Without one, a name and a password are
                required to accept.
     """

    organization: OrganizationSummary
    email: str
    role: Role
    invited_by: None | str
    expires_at: datetime.datetime
    account_exists: bool





    def to_dict(self) -> dict[str, Any]:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        organization = self.organization.to_dict()

        email = self.email

        role = self.role.value

        invited_by: None | str
        invited_by = self.invited_by

        expires_at = self.expires_at.isoformat()

        account_exists = self.account_exists


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "organization": organization,
            "email": email,
            "role": role,
            "invitedBy": invited_by,
            "expiresAt": expires_at,
            "accountExists": account_exists,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        d = dict(src_dict)
        organization = OrganizationSummary.from_dict(d.pop("organization"))




        email = d.pop("email")

        role = Role(d.pop("role"))




        def _parse_invited_by(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        invited_by = _parse_invited_by(d.pop("invitedBy"))


        expires_at = datetime.datetime.fromisoformat(d.pop("expiresAt"))




        account_exists = d.pop("accountExists")

        invitation_offer = cls(
            organization=organization,
            email=email,
            role=role,
            invited_by=invited_by,
            expires_at=expires_at,
            account_exists=account_exists,
        )

        return invitation_offer
