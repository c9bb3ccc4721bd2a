from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="HandoffRequest")



@_attrs_define
class HandoffRequest:
    """ The workspace to hand off to.

        Attributes:
            org_slug (str): The slug of the workspace, which is the DNS label of its origin.
     """

    org_slug: str





    def to_dict(self) -> dict[str, Any]:
        org_slug = self.org_slug


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "orgSlug": org_slug,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        org_slug = d.pop("orgSlug")

        handoff_request = cls(
            org_slug=org_slug,
        )

        return handoff_request
