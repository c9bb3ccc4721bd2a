from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.direction import Direction
from ..models.public_banner_gpc import PublicBannerGpc
from ..models.regime import Regime
from ..models.region import Region
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.banner_rule import BannerRule
  from ..models.banner_style import BannerStyle
  from ..models.banner_texts import BannerTexts
  from ..models.public_category import PublicCategory





T = TypeVar("T", bound="PublicBanner")



@_attrs_define
class PublicBanner:
    """ The data with which the script shows the banner, in one language.

        Attributes:
            domain_id (str): The domain's id.
            hostname (str): The domain's hostname.
            version (int): The published version.
            published_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            material_since (int | None): The newest version that was published as a material change; null if there is none.
                Visitors who decided on an earlier version are asked again.
            held (bool): True if the banner does not ask visitors, because the domain or its workspace is
                suspended, or the plan does not cover the domain.
            regime (Regime): Whether processing waits for consent, or is allowed until the visitor objects.
            region (None | Region): The jurisdiction that the owner declared; null for none.
            gpc (PublicBannerGpc): What a Global Privacy Control signal refuses on this domain.
            renew_after_months (int): After how many months visitors are asked again.
            share_subdomains (bool): Whether a decision also applies to the hostname's subdomains.
            count_impressions (bool): Whether the script counts impressions.
            reload_on_withdrawal (bool): Whether the script reloads the page after a withdrawal.
            controller (str): Who is responsible for the processing, as shown to visitors.
            policy_url (None | str): The address of the privacy policy; null if there is none.
            locale (str): The language of this response, as a BCP 47 tag.
            direction (Direction): The language's writing direction.
            digest (str): The SHA-256 digest of everything that visitors see in this version and language.
            categories (list[PublicCategory]): The categories.
            texts (BannerTexts): Every text of the banner, in one language.
            style (BannerStyle): The banner's appearance.
            renew_after_refusal_months (int | Unset): After how many months visitors who refused are asked again.
            rule (BannerRule | Unset): What a rule requires of the banner on this domain.
            material (bool | Unset): Whether this version is a material change, after which visitors are asked again.
     """

    domain_id: str
    hostname: str
    version: int
    published_at: datetime.datetime
    material_since: int | None
    held: bool
    regime: Regime
    region: None | Region
    gpc: PublicBannerGpc
    renew_after_months: int
    share_subdomains: bool
    count_impressions: bool
    reload_on_withdrawal: bool
    controller: str
    policy_url: None | str
    locale: str
    direction: Direction
    digest: str
    categories: list[PublicCategory]
    texts: BannerTexts
    style: BannerStyle
    renew_after_refusal_months: int | Unset = UNSET
    rule: BannerRule | Unset = UNSET
    material: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_rule import BannerRule # noqa: PLC0415
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.public_category import PublicCategory # noqa: PLC0415
        domain_id = self.domain_id

        hostname = self.hostname

        version = self.version

        published_at = self.published_at.isoformat()

        material_since: int | None
        material_since = self.material_since

        held = self.held

        regime = self.regime.value

        region: None | str
        if isinstance(self.region, Region):
            region = self.region.value
        else:
            region = self.region

        gpc = self.gpc.value

        renew_after_months = self.renew_after_months

        share_subdomains = self.share_subdomains

        count_impressions = self.count_impressions

        reload_on_withdrawal = self.reload_on_withdrawal

        controller = self.controller

        policy_url: None | str
        policy_url = self.policy_url

        locale = self.locale

        direction = self.direction.value

        digest = self.digest

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.to_dict()
            categories.append(categories_item)



        texts = self.texts.to_dict()

        style = self.style.to_dict()

        renew_after_refusal_months = self.renew_after_refusal_months

        rule: dict[str, Any] | Unset = UNSET
        if not isinstance(self.rule, Unset):
            rule = self.rule.to_dict()

        material = self.material


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "domainId": domain_id,
            "hostname": hostname,
            "version": version,
            "publishedAt": published_at,
            "materialSince": material_since,
            "held": held,
            "regime": regime,
            "region": region,
            "gpc": gpc,
            "renewAfterMonths": renew_after_months,
            "shareSubdomains": share_subdomains,
            "countImpressions": count_impressions,
            "reloadOnWithdrawal": reload_on_withdrawal,
            "controller": controller,
            "policyUrl": policy_url,
            "locale": locale,
            "direction": direction,
            "digest": digest,
            "categories": categories,
            "texts": texts,
            "style": style,
        })
        if renew_after_refusal_months is not UNSET:
            field_dict["renewAfterRefusalMonths"] = renew_after_refusal_months
        if rule is not UNSET:
            field_dict["rule"] = rule
        if material is not UNSET:
            field_dict["material"] = material

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_rule import BannerRule # noqa: PLC0415
        from ..models.banner_style import BannerStyle # noqa: PLC0415
        from ..models.banner_texts import BannerTexts # noqa: PLC0415
        from ..models.public_category import PublicCategory # noqa: PLC0415
        d = dict(src_dict)
        domain_id = d.pop("domainId")

        hostname = d.pop("hostname")

        version = d.pop("version")

        published_at = datetime.datetime.fromisoformat(d.pop("publishedAt"))




        def _parse_material_since(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        material_since = _parse_material_since(d.pop("materialSince"))


        held = d.pop("held")

        regime = Regime(d.pop("regime"))




        def _parse_region(data: object) -> None | Region:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                region_type_0 = Region(data)



                return region_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Region, data)

        region = _parse_region(d.pop("region"))


        gpc = PublicBannerGpc(d.pop("gpc"))




        renew_after_months = d.pop("renewAfterMonths")

        share_subdomains = d.pop("shareSubdomains")

        count_impressions = d.pop("countImpressions")

        reload_on_withdrawal = d.pop("reloadOnWithdrawal")

        controller = d.pop("controller")

        def _parse_policy_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        policy_url = _parse_policy_url(d.pop("policyUrl"))


        locale = d.pop("locale")

        direction = Direction(d.pop("direction"))




        digest = d.pop("digest")

        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = PublicCategory.from_dict(categories_item_data)



            categories.append(categories_item)


        texts = BannerTexts.from_dict(d.pop("texts"))




        style = BannerStyle.from_dict(d.pop("style"))




        renew_after_refusal_months = d.pop("renewAfterRefusalMonths", UNSET)

        _rule = d.pop("rule", UNSET)
        rule: BannerRule | Unset
        if isinstance(_rule,  Unset):
            rule = UNSET
        else:
            rule = BannerRule.from_dict(_rule)




        material = d.pop("material", UNSET)

        public_banner = cls(
            domain_id=domain_id,
            hostname=hostname,
            version=version,
            published_at=published_at,
            material_since=material_since,
            held=held,
            regime=regime,
            region=region,
            gpc=gpc,
            renew_after_months=renew_after_months,
            share_subdomains=share_subdomains,
            count_impressions=count_impressions,
            reload_on_withdrawal=reload_on_withdrawal,
            controller=controller,
            policy_url=policy_url,
            locale=locale,
            direction=direction,
            digest=digest,
            categories=categories,
            texts=texts,
            style=style,
            renew_after_refusal_months=renew_after_refusal_months,
            rule=rule,
            material=material,
        )

        return public_banner
