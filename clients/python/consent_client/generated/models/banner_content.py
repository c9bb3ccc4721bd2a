from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast

if TYPE_CHECKING:
  from ..models.banner_locale import BannerLocale
  from ..models.banner_style import BannerStyle
  from ..models.offered_category import OfferedCategory





T = TypeVar("T", bound="BannerContent")



@_attrs_define
class BannerContent:
    """ A complete banner. Versions of the first release lack members that were added later.

        Attributes:
            controller (str): Who is responsible for the processing, as shown to visitors.
            policy_url (None | str): The address of the privacy policy; null if there is none.
            categories (list[OfferedCategory]): The categories, in the order shown.
            style (BannerStyle): The banner's appearance.
            locales (list[BannerLocale]): The languages; the first is shown if none matches.
     """

    controller: str
    policy_url: None | str
    categories: list[OfferedCategory]
    style: BannerStyle
    locales: list[BannerLocale]





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_locale import BannerLocale # noqa: PLC0415
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.offered_category import OfferedCategory # noqa: PLC0415
        controller = self.controller

        policy_url: None | str
        policy_url = self.policy_url

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)



        style = self.style.to_dict()

        locales = []
        for locales_item_data in self.locales:
            locales_item = locales_item_data.to_dict()
            locales.append(locales_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "controller": controller,
            "policyUrl": policy_url,
            "categories": categories,
            "style": style,
            "locales": locales,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_locale import BannerLocale # noqa: PLC0415
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.offered_category import OfferedCategory # noqa: PLC0415
        d = dict(src_dict)
        controller = d.pop("controller")

        def _parse_policy_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        policy_url = _parse_policy_url(d.pop("policyUrl"))


        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = OfferedCategory.from_dict(categories_item_data)



            categories.append(categories_item)


        style = BannerStyle.from_dict(d.pop("style"))




        locales = []
        _locales = d.pop("locales")
        for locales_item_data in (_locales):
            locales_item = BannerLocale.from_dict(locales_item_data)



            locales.append(locales_item)


        banner_content = cls(
            controller=controller,
            policy_url=policy_url,
            categories=categories,
            style=style,
            locales=locales,
        )

        return banner_content
