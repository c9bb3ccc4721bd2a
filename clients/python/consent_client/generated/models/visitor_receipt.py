from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.consent_action import ConsentAction
from ..models.consent_source import ConsentSource
from ..models.consent_status import ConsentStatus
from ..models.device import Device
from typing import cast
import datetime






T = TypeVar("T", bound="VisitorReceipt")



@_attrs_define
class VisitorReceipt:
    """ A receipt as its visitor sees it, without the visitor hash and the user agent.

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
        })

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




        visitor_receipt = cls(
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
        )

        return visitor_receipt
