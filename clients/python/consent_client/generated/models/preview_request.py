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
    """ A banner from an editor, and the visitor to show it to: their language, by default the
    banner's first, and their place.

        Attributes:
            banner (BannerInput): A banner as sent by an editor. Members that you leave out come from the default banner,
                and
                `controller` from the workspace's name.
            locale (str | Unset): BCP 47. Stored in its canonical form.
            place (str | Unset): Where the visitor is: a country (ISO 3166-1), with a part of it (ISO 3166-2) where the
                law differs. Without it, or if it is not a place, the rule for unknown places applies.
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
