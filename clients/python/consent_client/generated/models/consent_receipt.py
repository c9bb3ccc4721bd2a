from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..models.consent_action import ConsentAction
from ..models.consent_source import ConsentSource
from ..models.consent_status import ConsentStatus
from ..models.device import Device
from ..models.regime import Regime
from ..models.region import Region
from ..models.rule_model import RuleModel
from ..models.surface import Surface
from ..types import UNSET, Unset
from typing import cast
import datetime






T = TypeVar("T", bound="ConsentReceipt")



@_attrs_define
class ConsentReceipt:
    """ One recorded decision. It contains no name and no address; its only identifiers are its id
    and the visitor hash, which is a pseudonym. The members that are not required are all
    included with `include=proof`.

        Attributes:
            id (str): The receipt's id.
            domain_id (None | str): The domain's id; null once the domain is deleted.
            hostname (str): The domain's hostname at the time of the decision.
            domain_deleted (bool): Whether the domain has been deleted since.
            action (ConsentAction): `accept_all`: every category that was offered. `reject_all`: none. `custom`: what the
                visitor chose.
            source (ConsentSource): `banner`: a person pressed a button. `gpc`: the browser's Global Privacy Control signal.
            analytics (bool): Whether analytics was granted.
            marketing (bool): Whether marketing was granted.
            preferences (bool): Whether preferences was granted.
            country (None | str): The country's code (ISO 3166-1 alpha-2); null if unknown.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            status (ConsentStatus): `valid` for 12 calendar months from the decision, then `expired`.
            banner_version (int | None): The version that was shown; null if a signal decided and nothing was shown.
            policy_url (None | str): The address of the privacy policy; null if there is none.
            banner_title (None | str): The heading of the version's question; null if a signal decided and nothing was
                shown.
                Where a rule asks nothing (`regime: opt_out`), its own texts are shown in place of the
                heading and the question: the proof of a single receipt has them (`ruleTexts`).
            banner_description (None | str): The version's question; null if a signal decided and nothing was shown. For
                `regime: opt_out` see `bannerTitle`.
            banner_locale (None | str): The language that was shown; null if a signal decided and nothing was shown.
            device (Device): The class of device, from the user agent.
            ip_hash (None | str): A keyed hash of the visitor's address, in hexadecimal; null if the workspace does not
                store it.
            user_agent (None | str): The browser's user agent, complete or reduced to family, major version and system, as
                the workspace has set.
            regime (Regime | Unset): Whether processing waits for consent, or is allowed until the visitor objects.
            region (None | Region | Unset): The jurisdiction that the owner had declared; null if none.
            categories (list[Category] | Unset): The categories offered.
            gpc_signal (bool | Unset): Whether the request had the header `Sec-GPC`.
            surface (Surface | Unset): Where the decision was made. `api`: on the page's own interface, or by the signal,
                for which
                no part of the banner was needed (`source: gpc`).
            script_digest (str | Unset): The SHA-256 digest of the banner script that the server served at that time.
            wording_digest (None | str | Unset): The SHA-256 digest of the whole wording of the version in this language;
                null if a
                signal decided and nothing was shown.
            controller (str | Unset): Who is responsible for the processing, as shown to visitors.
            renew_after_months (int | Unset): For how many months the decision counts: the setting of the domain at that
                time, limited by the rule. Visits extend an objection where the law is opt-out.
            former_receipt_id (None | str | Unset): The id of the visitor's former receipt; null if there is none.
            decided_at (datetime.datetime | None | Unset): When the visitor decided, by the client's clock, if it was sent
                later.
            rule_id (None | str | Unset): The rule that applied to the visitor; null if the page did not send it, and for
                receipts
                from before the service had rules.
            rule_version (int | None | Unset): The version of that rule.
            limit_sensitive (bool | None | Unset): Whether the use of sensitive data was limited, at this decision or
                before; null if that was not offered.
            rule_model (None | RuleModel | Unset): The rule's model on the domain when the receipt was recorded, with the
                owner's override;
                null if the rule is not known, and for receipts from before the service recorded it.
            rule_exempt (list[Category] | None | Unset): The categories that the owner had declared to need no consent under
                the rule when the
                receipt was recorded; null where `ruleModel` is.
     """

    id: str
    domain_id: None | str
    hostname: str
    domain_deleted: bool
    action: ConsentAction
    source: ConsentSource
    analytics: bool
    marketing: bool
    preferences: bool
    country: None | str
    created_at: datetime.datetime
    status: ConsentStatus
    banner_version: int | None
    policy_url: None | str
    banner_title: None | str
    banner_description: None | str
    banner_locale: None | str
    device: Device
    ip_hash: None | str
    user_agent: None | str
    regime: Regime | Unset = UNSET
    region: None | Region | Unset = UNSET
    categories: list[Category] | Unset = UNSET
    gpc_signal: bool | Unset = UNSET
    surface: Surface | Unset = UNSET
    script_digest: str | Unset = UNSET
    wording_digest: None | str | Unset = UNSET
    controller: str | Unset = UNSET
    renew_after_months: int | Unset = UNSET
    former_receipt_id: None | str | Unset = UNSET
    decided_at: datetime.datetime | None | Unset = UNSET
    rule_id: None | str | Unset = UNSET
    rule_version: int | None | Unset = UNSET
    limit_sensitive: bool | None | Unset = UNSET
    rule_model: None | RuleModel | Unset = UNSET
    rule_exempt: list[Category] | None | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        domain_id: None | str
        domain_id = self.domain_id

        hostname = self.hostname

        domain_deleted = self.domain_deleted

        action = self.action.value

        source = self.source.value

        analytics = self.analytics

        marketing = self.marketing

        preferences = self.preferences

        country: None | str
        country = self.country

        created_at = self.created_at.isoformat()

        status = self.status.value

        banner_version: int | None
        banner_version = self.banner_version

        policy_url: None | str
        policy_url = self.policy_url

        banner_title: None | str
        banner_title = self.banner_title

        banner_description: None | str
        banner_description = self.banner_description

        banner_locale: None | str
        banner_locale = self.banner_locale

        device = self.device.value

        ip_hash: None | str
        ip_hash = self.ip_hash

        user_agent: None | str
        user_agent = self.user_agent

        regime: str | Unset = UNSET
        if not isinstance(self.regime, Unset):
            regime = self.regime.value


        region: None | str | Unset
        if isinstance(self.region, Unset):
            region = UNSET
        elif isinstance(self.region, Region):
            region = self.region.value
        else:
            region = self.region

        categories: list[str] | Unset = UNSET
        if not isinstance(self.categories, Unset):
            categories = []
            for categories_item_data in self.categories:
                categories_item = categories_item_data.value
                categories.append(categories_item)



        gpc_signal = self.gpc_signal

        surface: str | Unset = UNSET
        if not isinstance(self.surface, Unset):
            surface = self.surface.value


        script_digest = self.script_digest

        wording_digest: None | str | Unset
        if isinstance(self.wording_digest, Unset):
            wording_digest = UNSET
        else:
            wording_digest = self.wording_digest

        controller = self.controller

        renew_after_months = self.renew_after_months

        former_receipt_id: None | str | Unset
        if isinstance(self.former_receipt_id, Unset):
            former_receipt_id = UNSET
        else:
            former_receipt_id = self.former_receipt_id

        decided_at: None | str | Unset
        if isinstance(self.decided_at, Unset):
            decided_at = UNSET
        elif isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        rule_id: None | str | Unset
        if isinstance(self.rule_id, Unset):
            rule_id = UNSET
        else:
            rule_id = self.rule_id

        rule_version: int | None | Unset
        if isinstance(self.rule_version, Unset):
            rule_version = UNSET
        else:
            rule_version = self.rule_version

        limit_sensitive: bool | None | Unset
        if isinstance(self.limit_sensitive, Unset):
            limit_sensitive = UNSET
        else:
            limit_sensitive = self.limit_sensitive

        rule_model: None | str | Unset
        if isinstance(self.rule_model, Unset):
            rule_model = UNSET
        elif isinstance(self.rule_model, RuleModel):
            rule_model = self.rule_model.value
        else:
            rule_model = self.rule_model

        rule_exempt: list[str] | None | Unset
        if isinstance(self.rule_exempt, Unset):
            rule_exempt = UNSET
        elif isinstance(self.rule_exempt, list):
            rule_exempt = []
            for rule_exempt_type_0_item_data in self.rule_exempt:
                rule_exempt_type_0_item = rule_exempt_type_0_item_data.value
                rule_exempt.append(rule_exempt_type_0_item)


        else:
            rule_exempt = self.rule_exempt


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "domainId": domain_id,
            "hostname": hostname,
            "domainDeleted": domain_deleted,
            "action": action,
            "source": source,
            "analytics": analytics,
            "marketing": marketing,
            "preferences": preferences,
            "country": country,
            "createdAt": created_at,
            "status": status,
            "bannerVersion": banner_version,
            "policyUrl": policy_url,
            "bannerTitle": banner_title,
            "bannerDescription": banner_description,
            "bannerLocale": banner_locale,
            "device": device,
            "ipHash": ip_hash,
            "userAgent": user_agent,
        })
        if regime is not UNSET:
            field_dict["regime"] = regime
        if region is not UNSET:
            field_dict["region"] = region
        if categories is not UNSET:
            field_dict["categories"] = categories
        if gpc_signal is not UNSET:
            field_dict["gpcSignal"] = gpc_signal
        if surface is not UNSET:
            field_dict["surface"] = surface
        if script_digest is not UNSET:
            field_dict["scriptDigest"] = script_digest
        if wording_digest is not UNSET:
            field_dict["wordingDigest"] = wording_digest
        if controller is not UNSET:
            field_dict["controller"] = controller
        if renew_after_months is not UNSET:
            field_dict["renewAfterMonths"] = renew_after_months
        if former_receipt_id is not UNSET:
            field_dict["formerReceiptId"] = former_receipt_id
        if decided_at is not UNSET:
            field_dict["decidedAt"] = decided_at
        if rule_id is not UNSET:
            field_dict["ruleId"] = rule_id
        if rule_version is not UNSET:
            field_dict["ruleVersion"] = rule_version
        if limit_sensitive is not UNSET:
            field_dict["limitSensitive"] = limit_sensitive
        if rule_model is not UNSET:
            field_dict["ruleModel"] = rule_model
        if rule_exempt is not UNSET:
            field_dict["ruleExempt"] = rule_exempt

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_domain_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        domain_id = _parse_domain_id(d.pop("domainId"))


        hostname = d.pop("hostname")

        domain_deleted = d.pop("domainDeleted")

        action = ConsentAction(d.pop("action"))




        source = ConsentSource(d.pop("source"))




        analytics = d.pop("analytics")

        marketing = d.pop("marketing")

        preferences = d.pop("preferences")

        def _parse_country(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        country = _parse_country(d.pop("country"))


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        status = ConsentStatus(d.pop("status"))




        def _parse_banner_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        banner_version = _parse_banner_version(d.pop("bannerVersion"))


        def _parse_policy_url(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        policy_url = _parse_policy_url(d.pop("policyUrl"))


        def _parse_banner_title(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        banner_title = _parse_banner_title(d.pop("bannerTitle"))


        def _parse_banner_description(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        banner_description = _parse_banner_description(d.pop("bannerDescription"))


        def _parse_banner_locale(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        banner_locale = _parse_banner_locale(d.pop("bannerLocale"))


        device = Device(d.pop("device"))




        def _parse_ip_hash(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        ip_hash = _parse_ip_hash(d.pop("ipHash"))


        def _parse_user_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))


        _regime = d.pop("regime", UNSET)
        regime: Regime | Unset
        if isinstance(_regime,  Unset):
            regime = UNSET
        else:
            regime = Regime(_regime)




        def _parse_region(data: object) -> None | Region | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                region_type_0 = Region(data)



                return region_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Region | Unset, data)

        region = _parse_region(d.pop("region", UNSET))


        _categories = d.pop("categories", UNSET)
        categories: list[Category] | Unset = UNSET
        if _categories is not UNSET:
            categories = []
            for categories_item_data in _categories:
                categories_item = Category(categories_item_data)



                categories.append(categories_item)


        gpc_signal = d.pop("gpcSignal", UNSET)

        _surface = d.pop("surface", UNSET)
        surface: Surface | Unset
        if isinstance(_surface,  Unset):
            surface = UNSET
        else:
            surface = Surface(_surface)




        script_digest = d.pop("scriptDigest", UNSET)

        def _parse_wording_digest(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        wording_digest = _parse_wording_digest(d.pop("wordingDigest", UNSET))


        controller = d.pop("controller", UNSET)

        renew_after_months = d.pop("renewAfterMonths", UNSET)

        def _parse_former_receipt_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        former_receipt_id = _parse_former_receipt_id(d.pop("formerReceiptId", UNSET))


        def _parse_decided_at(data: object) -> datetime.datetime | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)



                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None | Unset, data)

        decided_at = _parse_decided_at(d.pop("decidedAt", UNSET))


        def _parse_rule_id(data: object) -> None | str | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(None | str | Unset, data)

        rule_id = _parse_rule_id(d.pop("ruleId", UNSET))


        def _parse_rule_version(data: object) -> int | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(int | None | Unset, data)

        rule_version = _parse_rule_version(d.pop("ruleVersion", UNSET))


        def _parse_limit_sensitive(data: object) -> bool | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            return cast(bool | None | Unset, data)

        limit_sensitive = _parse_limit_sensitive(d.pop("limitSensitive", UNSET))


        def _parse_rule_model(data: object) -> None | RuleModel | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                rule_model_type_0 = RuleModel(data)



                return rule_model_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuleModel | Unset, data)

        rule_model = _parse_rule_model(d.pop("ruleModel", UNSET))


        def _parse_rule_exempt(data: object) -> list[Category] | None | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, list):
                    raise TypeError()
                rule_exempt_type_0 = []
                _rule_exempt_type_0 = data
                for rule_exempt_type_0_item_data in (_rule_exempt_type_0):
                    rule_exempt_type_0_item = Category(rule_exempt_type_0_item_data)



                    rule_exempt_type_0.append(rule_exempt_type_0_item)

                return rule_exempt_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(list[Category] | None | Unset, data)

        rule_exempt = _parse_rule_exempt(d.pop("ruleExempt", UNSET))


        consent_receipt = cls(
            id=id,
            domain_id=domain_id,
            hostname=hostname,
            domain_deleted=domain_deleted,
            action=action,
            source=source,
            analytics=analytics,
            marketing=marketing,
            preferences=preferences,
            country=country,
            created_at=created_at,
            status=status,
            banner_version=banner_version,
            policy_url=policy_url,
            banner_title=banner_title,
            banner_description=banner_description,
            banner_locale=banner_locale,
            device=device,
            ip_hash=ip_hash,
            user_agent=user_agent,
            regime=regime,
            region=region,
            categories=categories,
            gpc_signal=gpc_signal,
            surface=surface,
            script_digest=script_digest,
            wording_digest=wording_digest,
            controller=controller,
            renew_after_months=renew_after_months,
            former_receipt_id=former_receipt_id,
            decided_at=decided_at,
            rule_id=rule_id,
            rule_version=rule_version,
            limit_sensitive=limit_sensitive,
            rule_model=rule_model,
            rule_exempt=rule_exempt,
        )

        return consent_receipt
