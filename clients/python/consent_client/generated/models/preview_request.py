from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.region import Region
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.banner_input import BannerInput





T = TypeVar("T", bound="PreviewRequest")



@_attrs_define
class PreviewRequest:
    """ A banner as an editor has it, and for whom to show it: the language that the visitor reads,
    by default the banner's first, and their region, by default the domain's own.

        Attributes:
            banner (BannerInput): A banner as an editor sends it. What is left out comes from the default banner;
                `controller`
                from the workspace's name.
            locale (str | Unset): BCP 47. Kept in its canonical form.
            region (Region | Unset): The jurisdiction that the owner declares.
     """

    banner: BannerInput
    locale: str | Unset = UNSET
    region: Region | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        banner = self.banner.to_dict()

        locale = self.locale

        region: str | Unset = UNSET
        if not isinstance(self.region, Unset):
            region = self.region.value



        field_dict: dict[str, Any] = {}

        field_dict.update({
            "banner": banner,
        })
        if locale is not UNSET:
            field_dict["locale"] = locale
        if region is not UNSET:
            field_dict["region"] = region

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        d = dict(src_dict)
        banner = BannerInput.from_dict(d.pop("banner"))




        locale = d.pop("locale", UNSET)

        _region = d.pop("region", UNSET)
        region: Region | Unset
        if isinstance(_region,  Unset):
            region = UNSET
        else:
            region = Region(_region)




        preview_request = cls(
            banner=banner,
            locale=locale,
            region=region,
        )

        return preview_request
