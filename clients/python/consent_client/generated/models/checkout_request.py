from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="CheckoutRequest")



@_attrs_define
class CheckoutRequest:
    """ The plan to buy, and the workspace to buy it for.

        Attributes:
            plan (str): The id of the plan.
            organization_name (str | Unset): 1 to 100 characters after trimming, at least one of them visible; no `://`, no
                control
                characters, no encoded word (`=?`).
            org_slug (str | Unset): The workspace to upgrade or resume; `organizationName` is then ignored.
     """

    plan: str
    organization_name: str | Unset = UNSET
    org_slug: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        plan = self.plan

        organization_name = self.organization_name

        org_slug = self.org_slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "plan": plan,
        })
        if organization_name is not UNSET:
            field_dict["organizationName"] = organization_name
        if org_slug is not UNSET:
            field_dict["orgSlug"] = org_slug

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        plan = d.pop("plan")

        organization_name = d.pop("organizationName", UNSET)

        org_slug = d.pop("orgSlug", UNSET)

        checkout_request = cls(
            plan=plan,
            organization_name=organization_name,
            org_slug=org_slug,
        )

        return checkout_request
