from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.role import Role
from typing import cast

if TYPE_CHECKING:
  from ..models.organization_summary import OrganizationSummary





T = TypeVar("T", bound="AccountWorkspace")



@_attrs_define
class AccountWorkspace:
    """ A workspace that the caller is a member of.

        Attributes:
            organization (OrganizationSummary): A workspace.
            role (Role): `viewer` can read; `admin` can change everything except owners; `owner` can also change
                owners and pay.
            suspended (bool): Whether the workspace is suspended: nobody can sign in to it until a payment or the operator
                resumes it.
     """

    organization: OrganizationSummary
    role: Role
    suspended: bool





    def to_dict(self) -> dict[str, Any]:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        organization = self.organization.to_dict()

        role = self.role.value

        suspended = self.suspended


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "organization": organization,
            "role": role,
            "suspended": suspended,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        d = dict(src_dict)
        organization = OrganizationSummary.from_dict(d.pop("organization"))




        role = Role(d.pop("role"))




        suspended = d.pop("suspended")

        account_workspace = cls(
            organization=organization,
            role=role,
            suspended=suspended,
        )

        return account_workspace
