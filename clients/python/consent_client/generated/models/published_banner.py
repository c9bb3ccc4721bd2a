from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="PublishedBanner")



@_attrs_define
class PublishedBanner:
    """ The new version, which visitors see from now on.

        Attributes:
            version (int): Its number; the first version is 1.
            published_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
     """

    version: int
    published_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        version = self.version

        published_at = self.published_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "version": version,
            "publishedAt": published_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        version = d.pop("version")

        published_at = datetime.datetime.fromisoformat(d.pop("publishedAt"))




        published_banner = cls(
            version=version,
            published_at=published_at,
        )

        return published_banner
