from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.direction import Direction
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.banner_category_input import BannerCategoryInput
  from ..models.banner_texts_input import BannerTextsInput
  from ..models.service_texts_input import ServiceTextsInput





T = TypeVar("T", bound="BannerLocaleInput")



@_attrs_define
class BannerLocaleInput:
    """ The banner in one language. For texts that you leave out, those of the default banner are
    used.

        Attributes:
            locale (str): A language tag (BCP 47). It is stored in its canonical form.
            direction (Direction | Unset): The language's writing direction.
            texts (BannerTextsInput | Unset): The texts in this language; see `BannerTexts`.
            categories (list[BannerCategoryInput] | Unset): The categories' texts.
            services (list[ServiceTextsInput] | Unset): The services' texts in this language.
     """

    locale: str
    direction: Direction | Unset = UNSET
    texts: BannerTextsInput | Unset = UNSET
    categories: list[BannerCategoryInput] | Unset = UNSET
    services: list[ServiceTextsInput] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_category_input import BannerCategoryInput # noqa: PLC0415
        from ..models.banner_texts_input import BannerTextsInput # noqa: PLC0415
        from ..models.service_texts_input import ServiceTextsInput # noqa: PLC0415
        locale = self.locale

        direction: str | Unset = UNSET
        if not isinstance(self.direction, Unset):
            direction = self.direction.value


        texts: dict[str, Any] | Unset = UNSET
        if not isinstance(self.texts, Unset):
            texts = self.texts.to_dict()

        categories: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.categories, Unset):
            categories = []
            for categories_item_data in self.categories:
                categories_item = categories_item_data.to_dict()
                categories.append(categories_item)



        services: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.services, Unset):
            services = []
            for services_item_data in self.services:
                services_item = services_item_data.to_dict()
                services.append(services_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "locale": locale,
        })
        if direction is not UNSET:
            field_dict["direction"] = direction
        if texts is not UNSET:
            field_dict["texts"] = texts
        if categories is not UNSET:
            field_dict["categories"] = categories
        if services is not UNSET:
            field_dict["services"] = services

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_category_input import BannerCategoryInput # noqa: PLC0415
        from ..models.banner_texts_input import BannerTextsInput # noqa: PLC0415
        from ..models.service_texts_input import ServiceTextsInput # noqa: PLC0415
        d = dict(src_dict)
        locale = d.pop("locale")

        _direction = d.pop("direction", UNSET)
        direction: Direction | Unset
        if isinstance(_direction,  Unset):
            direction = UNSET
        else:
            direction = Direction(_direction)




        _texts = d.pop("texts", UNSET)
        texts: BannerTextsInput | Unset
        if isinstance(_texts,  Unset):
            texts = UNSET
        else:
            texts = BannerTextsInput.from_dict(_texts)




        _categories = d.pop("categories", UNSET)
        categories: list[BannerCategoryInput] | Unset = UNSET
        if _categories is not UNSET:
            categories = []
            for categories_item_data in _categories:
                categories_item = BannerCategoryInput.from_dict(categories_item_data)



                categories.append(categories_item)


        _services = d.pop("services", UNSET)
        services: list[ServiceTextsInput] | Unset = UNSET
        if _services is not UNSET:
            services = []
            for services_item_data in _services:
                services_item = ServiceTextsInput.from_dict(services_item_data)



                services.append(services_item)


        banner_locale_input = cls(
            locale=locale,
            direction=direction,
            texts=texts,
            categories=categories,
            services=services,
        )

        return banner_locale_input
