from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.banner_content import BannerContent
  from ..models.compliance import Compliance
  from ..models.public_banner import PublicBanner





T = TypeVar("T", bound="BannerPreview")



@_attrs_define
class BannerPreview:
    """ A banner as a visitor would see it.

        Attributes:
            banner (PublicBanner): The data with which the script shows the banner, in one language.
            content (BannerContent): A complete banner. Versions of the first release lack members that were added later.
            compliance (Compliance): The score and the findings.
     """

    banner: PublicBanner
    content: BannerContent
    compliance: Compliance





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_content import BannerContent # noqa: PLC0415
        from ..models.compliance import Compliance # noqa: PLC0415
        from ..models.public_banner import PublicBanner # noqa: PLC0415
        banner = self.banner.to_dict()

        content = self.content.to_dict()

        compliance = self.compliance.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "banner": banner,
            "content": content,
            "compliance": compliance,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_content import BannerContent # noqa: PLC0415
        from ..models.compliance import Compliance # noqa: PLC0415
        from ..models.public_banner import PublicBanner # noqa: PLC0415
        d = dict(src_dict)
        banner = PublicBanner.from_dict(d.pop("banner"))




        content = BannerContent.from_dict(d.pop("content"))




        compliance = Compliance.from_dict(d.pop("compliance"))




        banner_preview = cls(
            banner=banner,
            content=content,
            compliance=compliance,
        )

        return banner_preview
