from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.banner_locale_input import BannerLocaleInput
  from ..models.banner_style_input import BannerStyleInput
  from ..models.offered_category_input import OfferedCategoryInput





T = TypeVar("T", bound="BannerInput")



@_attrs_define
class BannerInput:
    """ A banner to save. Members that you leave out get the values of the default banner, and
    `controller` the workspace's name.

    The texts and services in one language can take 256 KiB as JSON, and those in all languages
    together 4 MiB. Beyond that the response is 413 `content_too_large`.

        Attributes:
            categories (list[OfferedCategoryInput]): The categories in use, in the order shown.
            locales (list[BannerLocaleInput]): The languages; the first is shown if none matches.
            controller (str | Unset): Who is responsible for the processing, as shown to visitors.
            policy_url (None | str | Unset): The address of the privacy policy (https or http).
            style (BannerStyleInput | Unset): The contrast of text with its background must be at least 4.5 to 1: `text` on
                `background`,
                `accentText` on `accent`.
     """

    categories: list[OfferedCategoryInput]
    locales: list[BannerLocaleInput]
    controller: str | Unset = UNSET
    policy_url: None | str | Unset = UNSET
    style: BannerStyleInput | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_locale_input import BannerLocaleInput # noqa: PLC0415
        from ..models.banner_style_input import BannerStyleInput # noqa: PLC0415
        from ..models.offered_category_input import OfferedCategoryInput # noqa: PLC0415
        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)



        locales = []
        for locales_item_data in self.locales:
            locales_item = locales_item_data.to_dict()
            locales.append(locales_item)



        controller = self.controller

        policy_url: None | str | Unset
        if isinstance(self.policy_url, Unset):
            policy_url = UNSET
        else:
            policy_url = self.policy_url

        style: dict[str, Any] | Unset = UNSET
        if not isinstance(self.style, Unset):
            style = self.style.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "categories": categories,
            "locales": locales,
        })
        if controller is not UNSET:
            field_dict["controller"] = controller
        if policy_url is not UNSET:
            field_dict["policyUrl"] = policy_url
        if style is not UNSET:
            field_dict["style"] = style

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_locale_input import BannerLocaleInput # noqa: PLC0415
        from ..models.banner_style_input import BannerStyleInput # noqa: PLC0415
        from ..models.offered_category_input import OfferedCategoryInput # noqa: PLC0415
        d = dict(src_dict)
        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = OfferedCategoryInput.from_dict(categories_item_data)



            categories.append(categories_item)


        locales = []
        _locales = d.pop("locales")
        for locales_item_data in (_locales):
            locales_item = BannerLocaleInput.from_dict(locales_item_data)



            locales.append(locales_item)


        controller = d.pop("controller", UNSET)

        def _parse_policy_url(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        policy_url = _parse_policy_url(d.pop("policyUrl", UNSET))


        _style = d.pop("style", UNSET)
        style: BannerStyleInput | Unset
        if isinstance(_style,  Unset):
            style = UNSET
        else:
            style = BannerStyleInput.from_dict(_style)




        banner_input = cls(
            categories=categories,
            locales=locales,
            controller=controller,
            policy_url=policy_url,
            style=style,
        )

        return banner_input
