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
  from ..models.banner_style import BannerStyle
  from ..models.banner_texts import BannerTexts
  from ..models.public_category import PublicCategory





T = TypeVar("T", bound="ShownWording")



@_attrs_define
class ShownWording:
    """ The whole wording of a version in one language; `wordingDigest` is its SHA-256. The texts of
    a rule are not part of it (`ruleTexts`).

        Attributes:
            controller (str): Who is responsible for the processing.
            policy_url (None | str): The address of the privacy policy; null if there is none.
            locale (str): The language, as a BCP 47 tag.
            direction (Direction): The language's writing direction.
            categories (list[PublicCategory]): The categories.
            texts (BannerTexts): Every text of the banner, in one language.
            style (BannerStyle): The banner's appearance.
            material (bool | Unset): Whether visitors were asked again after this version was published.
     """

    controller: str
    policy_url: None | str
    locale: str
    direction: Direction
    categories: list[PublicCategory]
    texts: BannerTexts
    style: BannerStyle
    material: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.public_category import PublicCategory # noqa: PLC0415
        controller = self.controller

        policy_url: None | str
        policy_url = self.policy_url

        locale = self.locale

        direction = self.direction.value

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)



        texts = self.texts.to_dict()

        style = self.style.to_dict()

        material = self.material


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "controller": controller,
            "policyUrl": policy_url,
            "locale": locale,
            "direction": direction,
            "categories": categories,
            "texts": texts,
            "style": style,
        })
        if material is not UNSET:
            field_dict["material"] = material

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.public_category import PublicCategory # noqa: PLC0415
        d = dict(src_dict)
        controller = d.pop("controller")

        def _parse_policy_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        policy_url = _parse_policy_url(d.pop("policyUrl"))


        locale = d.pop("locale")

        direction = Direction(d.pop("direction"))




        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = PublicCategory.from_dict(categories_item_data)



            categories.append(categories_item)


        texts = BannerTexts.from_dict(d.pop("texts"))




        style = BannerStyle.from_dict(d.pop("style"))




        material = d.pop("material", UNSET)

        shown_wording = cls(
            controller=controller,
            policy_url=policy_url,
            locale=locale,
            direction=direction,
            categories=categories,
            texts=texts,
            style=style,
            material=material,
        )

        return shown_wording
