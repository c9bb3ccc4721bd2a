from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.banner_input import BannerInput





T = TypeVar("T", bound="BannerTemplateRequest")



@_attrs_define
class BannerTemplateRequest:
    """ The template's name and its banner.

        Attributes:
            name (str): 1 to 100 characters, not only spaces.
            banner (BannerInput): A banner to save. Members that you leave out get the values of the default banner, and
                `controller` the workspace's name.

                The texts and services in one language can take 256 KiB as JSON, and those in all languages
                together 4 MiB. Beyond that the response is 413 `content_too_large`.
     """

    name: str
    banner: BannerInput





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        name = self.name

        banner = self.banner.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "name": name,
            "banner": banner,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        d = dict(src_dict)
        name = d.pop("name")

        banner = BannerInput.from_dict(d.pop("banner"))




        banner_template_request = cls(
            name=name,
            banner=banner,
        )

        return banner_template_request
