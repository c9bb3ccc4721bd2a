from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.handoff import Handoff
  from ..models.organization_summary import OrganizationSummary





T = TypeVar("T", bound="DemoResponse")



@_attrs_define
class DemoResponse:
    """ The workspace, and a hand-off code to sign in to it.

        Attributes:
            organization (OrganizationSummary): A workspace.
            handoff (Handoff): Redeem `code` once, within a minute, at `url`'s origin.
     """

    organization: OrganizationSummary
    handoff: Handoff





    def to_dict(self) -> dict[str, Any]:
        from ..models.handoff import Handoff # noqa: PLC0415
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        organization = self.organization.to_dict()

        handoff = self.handoff.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "organization": organization,
            "handoff": handoff,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.handoff import Handoff # noqa: PLC0415
        from ..models.organization_summary import OrganizationSummary # noqa: PLC0415
        d = dict(src_dict)
        organization = OrganizationSummary.from_dict(d.pop("organization"))




        handoff = Handoff.from_dict(d.pop("handoff"))




        demo_response = cls(
            organization=organization,
            handoff=handoff,
        )

        return demo_response
