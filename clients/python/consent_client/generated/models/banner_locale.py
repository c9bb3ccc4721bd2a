from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.direction import Direction
from typing import cast

if TYPE_CHECKING:
  from ..models.banner_category import BannerCategory
  from ..models.banner_texts import BannerTexts
  from ..models.service_texts import ServiceTexts





T = TypeVar("T", bound="BannerLocale")



@_attrs_define
class BannerLocale:
    """ The banner in one language.

        Attributes:
            locale (str): The language, as a BCP 47 tag.
            direction (Direction): The language's writing direction.
            texts (BannerTexts): Every text of the banner, in one language.
            categories (list[BannerCategory]): The categories' texts.
            services (list[ServiceTexts]): The services' texts.
     """

    locale: str
    direction: Direction
    texts: BannerTexts
    categories: list[BannerCategory]
    services: list[ServiceTexts]





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_category import BannerCategory # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.service_texts import ServiceTexts # noqa: PLC0415
        locale = self.locale

        direction = self.direction.value

        texts = self.texts.to_dict()

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)



        services = []
        for services_item_data in self.services:
            services_item = services_item_data.to_dict()
            services.append(services_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "locale": locale,
            "direction": direction,
            "texts": texts,
            "categories": categories,
            "services": services,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_category import BannerCategory # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.service_texts import ServiceTexts # noqa: PLC0415
        d = dict(src_dict)
        locale = d.pop("locale")

        direction = Direction(d.pop("direction"))




        texts = BannerTexts.from_dict(d.pop("texts"))




        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = BannerCategory.from_dict(categories_item_data)



            categories.append(categories_item)


        services = []
        _services = d.pop("services")
        for services_item_data in (_services):
            services_item = ServiceTexts.from_dict(services_item_data)



            services.append(services_item)


        banner_locale = cls(
            locale=locale,
            direction=direction,
            texts=texts,
            categories=categories,
            services=services,
        )

        return banner_locale
