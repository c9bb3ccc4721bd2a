from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.banner_input import BannerInput





T = TypeVar("T", bound="PreviewRequest")



@_attrs_define
class PreviewRequest:
    """ A banner from an editor, and the visitor's language (by default the banner's first) and
    place.

        Attributes:
            banner (BannerInput): A banner to save. Members that you leave out get the values of the default banner, and
                `controller` the workspace's name.

                The texts and services in one language can take 256 KiB as JSON, and those in all languages
                together 4 MiB. Beyond that the response is 413 `content_too_large`.
            locale (str | Unset): A language tag (BCP 47). It is stored in its canonical form.
            place (str | Unset): The visitor's country (ISO 3166-1), with its subdivision (ISO 3166-2) if the law differs
                there. Without it, and for an unknown code, the rule for unknown places applies.
     """

    banner: BannerInput
    locale: str | Unset = UNSET
    place: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        banner = self.banner.to_dict()

        locale = self.locale

        place = self.place


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "banner": banner,
        })
        if locale is not UNSET:
            field_dict["locale"] = locale
        if place is not UNSET:
            field_dict["place"] = place

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_input import BannerInput # noqa: PLC0415
        d = dict(src_dict)
        banner = BannerInput.from_dict(d.pop("banner"))




        locale = d.pop("locale", UNSET)

        place = d.pop("place", UNSET)

        preview_request = cls(
            banner=banner,
            locale=locale,
            place=place,
        )

        return preview_request
