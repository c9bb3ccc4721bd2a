from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.category import Category
from ..models.regime import Regime
from ..models.region import Region
from ..models.rule_model import RuleModel
from ..models.surface import Surface
from ..types import UNSET, Unset
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.consent_receipt import ConsentReceipt
  from ..models.rule_texts import RuleTexts
  from ..models.shown_wording import ShownWording





T = TypeVar("T", bound="ReceiptProof")



@_attrs_define
class ReceiptProof:
    """ A receipt for its owner, with all its stored details.

        Attributes:
            receipt (ConsentReceipt): One recorded decision. It contains no name and no address; its only identifiers are
                its id
                and the visitor hash, which is a pseudonym. The members that are not required are all
                included with `include=proof`.
            regime (Regime): Whether processing waits for consent, or is allowed until the visitor objects.
            region (None | Region): The jurisdiction that the owner had declared; null if none.
            categories (list[Category]): The categories offered.
            gpc_signal (bool): Whether the request had the header `Sec-GPC`.
            surface (Surface): Where the decision was made. `api`: on the page's own interface, or by the signal, for which
                no part of the banner was needed (`source: gpc`).
            script_digest (str): The SHA-256 digest of the banner script that the server served at that time.
            wording_digest (None | str): The SHA-256 digest of the whole wording of the version in this language; null if a
                signal decided and nothing was shown.
            controller (str): Who is responsible for the processing, as shown to visitors.
            renew_after_months (int): For how many months the decision counts: the setting of the domain at that time,
                limited by the rule. Visits extend an objection where the law is opt-out.
            former_receipt_id (None | str): The id of the visitor's former receipt; null if there is none.
            decided_at (datetime.datetime | None): When the visitor decided, by the client's clock, if it was sent later.
            wording (None | ShownWording): The whole wording of the version in this language; null if a signal decided and
                nothing
                was shown.
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
            rule_texts (None | RuleTexts | Unset): What the rule showed in this language in place of the banner's heading
                and question, and
                on its own controls: `link` and the labels where the law is opt-out, `notice` there and
                where it asks for a notice. Null if the rule asks for consent first, if it is not known,
                and if a signal decided.
     """

    receipt: ConsentReceipt
    regime: Regime
    region: None | Region
    categories: list[Category]
    gpc_signal: bool
    surface: Surface
    script_digest: str
    wording_digest: None | str
    controller: str
    renew_after_months: int
    former_receipt_id: None | str
    decided_at: datetime.datetime | None
    wording: None | ShownWording
    rule_id: None | str | Unset = UNSET
    rule_version: int | None | Unset = UNSET
    limit_sensitive: bool | None | Unset = UNSET
    rule_model: None | RuleModel | Unset = UNSET
    rule_exempt: list[Category] | None | Unset = UNSET
    rule_texts: None | RuleTexts | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.consent_receipt import ConsentReceipt # noqa: PLC0415
        from ..models.rule_texts import RuleTexts # noqa: PLC0415
        from ..models.shown_wording import ShownWording # noqa: PLC0415
        receipt = self.receipt.to_dict()

        regime = self.regime.value

        region: None | str
        if isinstance(self.region, Region):
            region = self.region.value
        else:
            region = self.region

        categories = []
        for categories_item_data in self.categories:
            categories_item = categories_item_data.value
            categories.append(categories_item)



        gpc_signal = self.gpc_signal

        surface = self.surface.value

        script_digest = self.script_digest

        wording_digest: None | str
        wording_digest = self.wording_digest

        controller = self.controller

        renew_after_months = self.renew_after_months

        former_receipt_id: None | str
        former_receipt_id = self.former_receipt_id

        decided_at: None | str
        if isinstance(self.decided_at, datetime.datetime):
            decided_at = self.decided_at.isoformat()
        else:
            decided_at = self.decided_at

        wording: dict[str, Any] | None
        if isinstance(self.wording, ShownWording):
            wording = self.wording.to_dict()
        else:
            wording = self.wording

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

        rule_texts: dict[str, Any] | None | Unset
        if isinstance(self.rule_texts, Unset):
            rule_texts = UNSET
        elif isinstance(self.rule_texts, RuleTexts):
            rule_texts = self.rule_texts.to_dict()
        else:
            rule_texts = self.rule_texts


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "receipt": receipt,
            "regime": regime,
            "region": region,
            "categories": categories,
            "gpcSignal": gpc_signal,
            "surface": surface,
            "scriptDigest": script_digest,
            "wordingDigest": wording_digest,
            "controller": controller,
            "renewAfterMonths": renew_after_months,
            "formerReceiptId": former_receipt_id,
            "decidedAt": decided_at,
            "wording": wording,
        })
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
        if rule_texts is not UNSET:
            field_dict["ruleTexts"] = rule_texts

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.consent_receipt import ConsentReceipt # noqa: PLC0415
        from ..models.rule_texts import RuleTexts # noqa: PLC0415
        from ..models.shown_wording import ShownWording # noqa: PLC0415
        d = dict(src_dict)
        receipt = ConsentReceipt.from_dict(d.pop("receipt"))




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


        categories = []
        _categories = d.pop("categories")
        for categories_item_data in (_categories):
            categories_item = Category(categories_item_data)



            categories.append(categories_item)


        gpc_signal = d.pop("gpcSignal")

        surface = Surface(d.pop("surface"))




        script_digest = d.pop("scriptDigest")

        def _parse_wording_digest(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        wording_digest = _parse_wording_digest(d.pop("wordingDigest"))


        controller = d.pop("controller")

        renew_after_months = d.pop("renewAfterMonths")

        def _parse_former_receipt_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        former_receipt_id = _parse_former_receipt_id(d.pop("formerReceiptId"))


        def _parse_decided_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                decided_at_type_0 = datetime.datetime.fromisoformat(data)



                return decided_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        decided_at = _parse_decided_at(d.pop("decidedAt"))


        def _parse_wording(data: object) -> None | ShownWording:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                wording_type_0 = ShownWording.from_dict(data)



                return wording_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | ShownWording, data)

        wording = _parse_wording(d.pop("wording"))


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


        def _parse_rule_texts(data: object) -> None | RuleTexts | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                rule_texts_type_0 = RuleTexts.from_dict(data)



                return rule_texts_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | RuleTexts | Unset, data)

        rule_texts = _parse_rule_texts(d.pop("ruleTexts", UNSET))


        receipt_proof = cls(
            receipt=receipt,
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
            wording=wording,
            rule_id=rule_id,
            rule_version=rule_version,
            limit_sensitive=limit_sensitive,
            rule_model=rule_model,
            rule_exempt=rule_exempt,
            rule_texts=rule_texts,
        )

        return receipt_proof
