from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.consent_action import ConsentAction
from ..models.consent_source import ConsentSource
from ..models.regime import Regime
from ..models.surface import Surface
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="ConsentRequest")



@_attrs_define
class ConsentRequest:
    """ `bannerVersion` and `bannerLocale` are required for `source: banner` and refused for
    `source: gpc`.

        Attributes:
            action (ConsentAction): `accept_all`: every category that was offered. `reject_all`: none. `custom`: what the
                visitor chose.
            source (ConsentSource): `banner`: a person pressed a button. `gpc`: the browser's Global Privacy Control signal.
            analytics (bool): Whether analytics is granted.
            marketing (bool): Whether marketing is granted.
            preferences (bool): Whether preferences is granted.
            banner_version (int | Unset): The version that was shown.
            banner_locale (str | Unset): The language that was shown.
            surface (Surface | Unset): Where the decision was made. `api`: on the page's own interface, or by the signal,
                for which
                no part of the banner was needed (`source: gpc`).
            regime (Regime | Unset): Whether processing waits for consent, or is allowed until the visitor objects.
            decided_at (datetime.datetime | Unset): When the visitor decided, by the client's clock, if it is sent later. A
                time in the
                future is ignored.
            former_receipt_id (UUID | Unset): The visitor's former receipt on this domain, to link the new one to. Other
                receipts are
                ignored.
            former_proof_token (str | Unset): The proof token of that receipt.
            rule_id (str | Unset): The permanent id of a rule (docs/jurisdictions.md).
            rule_version (int | Unset): The version of that rule; required with `ruleId`.
            limit_sensitive (bool | Unset): Whether the visitor limits the use of sensitive data.
     """

    action: ConsentAction
    source: ConsentSource
    analytics: bool
    marketing: bool
    preferences: bool
    banner_version: int | Unset = UNSET
    banner_locale: str | Unset = UNSET
    surface: Surface | Unset = UNSET
    regime: Regime | Unset = UNSET
    decided_at: datetime.datetime | Unset = UNSET
    former_receipt_id: UUID | Unset = UNSET
    former_proof_token: str | Unset = UNSET
    rule_id: str | Unset = UNSET
    rule_version: int | Unset = UNSET
    limit_sensitive: bool | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        action = self.action.value

        source = self.source.value

        analytics = self.analytics

        marketing = self.marketing

        preferences = self.preferences

        banner_version = self.banner_version

        banner_locale = self.banner_locale

        surface: str | Unset = UNSET
        if not isinstance(self.surface, Unset):
            surface = self.surface.value


        regime: str | Unset = UNSET
        if not isinstance(self.regime, Unset):
            regime = self.regime.value


        decided_at: str | Unset = UNSET
        if not isinstance(self.decided_at, Unset):
            decided_at = self.decided_at.isoformat()

        former_receipt_id: str | Unset = UNSET
        if not isinstance(self.former_receipt_id, Unset):
            former_receipt_id = str(self.former_receipt_id)

        former_proof_token = self.former_proof_token

        rule_id = self.rule_id

        rule_version = self.rule_version

        limit_sensitive = self.limit_sensitive


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "action": action,
            "source": source,
            "analytics": analytics,
            "marketing": marketing,
            "preferences": preferences,
        })
        if banner_version is not UNSET:
            field_dict["bannerVersion"] = banner_version
        if banner_locale is not UNSET:
            field_dict["bannerLocale"] = banner_locale
        if surface is not UNSET:
            field_dict["surface"] = surface
        if regime is not UNSET:
            field_dict["regime"] = regime
        if decided_at is not UNSET:
            field_dict["decidedAt"] = decided_at
        if former_receipt_id is not UNSET:
            field_dict["formerReceiptId"] = former_receipt_id
        if former_proof_token is not UNSET:
            field_dict["formerProofToken"] = former_proof_token
        if rule_id is not UNSET:
            field_dict["ruleId"] = rule_id
        if rule_version is not UNSET:
            field_dict["ruleVersion"] = rule_version
        if limit_sensitive is not UNSET:
            field_dict["limitSensitive"] = limit_sensitive

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        action = ConsentAction(d.pop("action"))




        source = ConsentSource(d.pop("source"))




        analytics = d.pop("analytics")

        marketing = d.pop("marketing")

        preferences = d.pop("preferences")

        banner_version = d.pop("bannerVersion", UNSET)

        banner_locale = d.pop("bannerLocale", UNSET)

        _surface = d.pop("surface", UNSET)
        surface: Surface | Unset
        if isinstance(_surface,  Unset):
            surface = UNSET
        else:
            surface = Surface(_surface)




        _regime = d.pop("regime", UNSET)
        regime: Regime | Unset
        if isinstance(_regime,  Unset):
            regime = UNSET
        else:
            regime = Regime(_regime)




        _decided_at = d.pop("decidedAt", UNSET)
        decided_at: datetime.datetime | Unset
        if isinstance(_decided_at,  Unset):
            decided_at = UNSET
        else:
            decided_at = datetime.datetime.fromisoformat(_decided_at)




        _former_receipt_id = d.pop("formerReceiptId", UNSET)
        former_receipt_id: UUID | Unset
        if isinstance(_former_receipt_id,  Unset):
            former_receipt_id = UNSET
        else:
            former_receipt_id = UUID(_former_receipt_id)




        former_proof_token = d.pop("formerProofToken", UNSET)

        rule_id = d.pop("ruleId", UNSET)

        rule_version = d.pop("ruleVersion", UNSET)

        limit_sensitive = d.pop("limitSensitive", UNSET)

        consent_request = cls(
            action=action,
            source=source,
            analytics=analytics,
            marketing=marketing,
            preferences=preferences,
            banner_version=banner_version,
            banner_locale=banner_locale,
            surface=surface,
            regime=regime,
            decided_at=decided_at,
            former_receipt_id=former_receipt_id,
            former_proof_token=former_proof_token,
            rule_id=rule_id,
            rule_version=rule_version,
            limit_sensitive=limit_sensitive,
        )

        return consent_request
