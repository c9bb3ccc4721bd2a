from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.banner_rule_links_item import BannerRuleLinksItem
from ..models.category import Category
from ..models.rule_model import RuleModel
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.rule_texts import RuleTexts





T = TypeVar("T", bound="BannerRule")



@_attrs_define
class BannerRule:
    """ What a rule requires of the banner on this domain.

        Attributes:
            id (str): The permanent id of a rule (docs/jurisdictions.md).
            version (int): Its version.
            model (RuleModel): `opt_in`: nothing that needs consent runs before it is given. `opt_out`: allowed until the
                visitor objects. `notice`: allowed, and a notice says so.
            exempt (list[Category]): The categories that need no consent, but to which visitors can object.
            gpc_binds (bool): Whether the law makes the Global Privacy Control signal binding.
            links (list[BannerRuleLinksItem]): What the page must link to.
            texts (None | RuleTexts): The texts that the law requires, in the banner's language; null if it requires none.
            gpp (None | str | Unset): The section of the Global Privacy Platform that contains the choice; `none` if no
                section applies, null if the domain does not publish one.
     """

    id: str
    version: int
    model: RuleModel
    exempt: list[Category]
    gpc_binds: bool
    links: list[BannerRuleLinksItem]
    texts: None | RuleTexts
    gpp: None | str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.rule_texts import RuleTexts # noqa: PLC0415
        id = self.id

        version = self.version

        model = self.model.value

        exempt = []
        for exempt_item_data in self.exempt:
            exempt_item = exempt_item_data.value
            exempt.append(exempt_item)



        gpc_binds = self.gpc_binds

        links = []
        for links_item_data in self.links:
            links_item = links_item_data.value
            links.append(links_item)



        texts: dict[str, Any] | None
        if isinstance(self.texts, RuleTexts):
            texts = self.texts.to_dict()
        else:
            texts = self.texts

        gpp: None | str | Unset
        if isinstance(self.gpp, Unset):
            gpp = UNSET
        else:
            gpp = self.gpp


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "version": version,
            "model": model,
            "exempt": exempt,
            "gpcBinds": gpc_binds,
            "links": links,
            "texts": texts,
        })
        if gpp is not UNSET:
            field_dict["gpp"] = gpp

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.rule_texts import RuleTexts # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        version = d.pop("version")

        model = RuleModel(d.pop("model"))




        exempt = []
        _exempt = d.pop("exempt")
        for exempt_item_data in (_exempt):
            exempt_item = Category(exempt_item_data)



            exempt.append(exempt_item)


        gpc_binds = d.pop("gpcBinds")

        links = []
        _links = d.pop("links")
        for links_item_data in (_links):
            links_item = BannerRuleLinksItem(links_item_data)



            links.append(links_item)


        def _parse_texts(data: object) -> None | RuleTexts:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                texts_type_0 = RuleTexts.from_dict(data)



                return texts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuleTexts, data)

        texts = _parse_texts(d.pop("texts"))


        def _parse_gpp(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        gpp = _parse_gpp(d.pop("gpp", UNSET))


        banner_rule = cls(
            id=id,
            version=version,
            model=model,
            exempt=exempt,
            gpc_binds=gpc_binds,
            links=links,
            texts=texts,
            gpp=gpp,
        )

        return banner_rule
