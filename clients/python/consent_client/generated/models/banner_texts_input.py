from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="BannerTextsInput")



@_attrs_define
class BannerTextsInput:
    """ The texts in this language; see `BannerTexts`.

        Attributes:
            title (str | Unset): A short text, not only spaces.
            description (str | Unset): A longer text, not only spaces.
            accept (str | Unset): A short text, not only spaces.
            reject (str | Unset): A short text, not only spaces.
            customise (str | Unset): A short text, not only spaces.
            save (str | Unset): A short text, not only spaces.
            close (str | Unset): A short text, not only spaces.
            necessary_title (str | Unset): A short text, not only spaces.
            necessary_description (str | Unset): A longer text, not only spaces.
            policy (str | Unset): A short text, not only spaces.
            reopen (str | Unset): A short text, not only spaces.
            receipt (str | Unset): A short text, not only spaces.
            decided_on (str | Unset): A short text, not only spaces.
            gpc_honoured (str | Unset): A longer text, not only spaces.
            services (str | Unset): A short text, not only spaces.
            provider (str | Unset): A short text, not only spaces.
            purpose (str | Unset): A short text, not only spaces.
            duration (str | Unset): A short text, not only spaces.
            third_party (str | Unset): A short text, not only spaces.
            blocked (str | Unset): A longer text, not only spaces.
     """

    title: str | Unset = UNSET
    description: str | Unset = UNSET
    accept: str | Unset = UNSET
    reject: str | Unset = UNSET
    customise: str | Unset = UNSET
    save: str | Unset = UNSET
    close: str | Unset = UNSET
    necessary_title: str | Unset = UNSET
    necessary_description: str | Unset = UNSET
    policy: str | Unset = UNSET
    reopen: str | Unset = UNSET
    receipt: str | Unset = UNSET
    decided_on: str | Unset = UNSET
    gpc_honoured: str | Unset = UNSET
    services: str | Unset = UNSET
    provider: str | Unset = UNSET
    purpose: str | Unset = UNSET
    duration: str | Unset = UNSET
    third_party: str | Unset = UNSET
    blocked: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        title = self.title

        description = self.description

        accept = self.accept

        reject = self.reject

        customise = self.customise

        save = self.save

        close = self.close

        necessary_title = self.necessary_title

        necessary_description = self.necessary_description

        policy = self.policy

        reopen = self.reopen

        receipt = self.receipt

        decided_on = self.decided_on

        gpc_honoured = self.gpc_honoured

        services = self.services

        provider = self.provider

        purpose = self.purpose

        duration = self.duration

        third_party = self.third_party

        blocked = self.blocked


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if title is not UNSET:
            field_dict["title"] = title
        if description is not UNSET:
            field_dict["description"] = description
        if accept is not UNSET:
            field_dict["accept"] = accept
        if reject is not UNSET:
            field_dict["reject"] = reject
        if customise is not UNSET:
            field_dict["customise"] = customise
        if save is not UNSET:
            field_dict["save"] = save
        if close is not UNSET:
            field_dict["close"] = close
        if necessary_title is not UNSET:
            field_dict["necessaryTitle"] = necessary_title
        if necessary_description is not UNSET:
            field_dict["necessaryDescription"] = necessary_description
        if policy is not UNSET:
            field_dict["policy"] = policy
        if reopen is not UNSET:
            field_dict["reopen"] = reopen
        if receipt is not UNSET:
            field_dict["receipt"] = receipt
        if decided_on is not UNSET:
            field_dict["decidedOn"] = decided_on
        if gpc_honoured is not UNSET:
            field_dict["gpcHonoured"] = gpc_honoured
        if services is not UNSET:
            field_dict["services"] = services
        if provider is not UNSET:
            field_dict["provider"] = provider
        if purpose is not UNSET:
            field_dict["purpose"] = purpose
        if duration is not UNSET:
            field_dict["duration"] = duration
        if third_party is not UNSET:
            field_dict["thirdParty"] = third_party
        if blocked is not UNSET:
            field_dict["blocked"] = blocked

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        title = d.pop("title", UNSET)

        description = d.pop("description", UNSET)

        accept = d.pop("accept", UNSET)

        reject = d.pop("reject", UNSET)

        customise = d.pop("customise", UNSET)

        save = d.pop("save", UNSET)

        close = d.pop("close", UNSET)

        necessary_title = d.pop("necessaryTitle", UNSET)

        necessary_description = d.pop("necessaryDescription", UNSET)

        policy = d.pop("policy", UNSET)

        reopen = d.pop("reopen", UNSET)

        receipt = d.pop("receipt", UNSET)

        decided_on = d.pop("decidedOn", UNSET)

        gpc_honoured = d.pop("gpcHonoured", UNSET)

        services = d.pop("services", UNSET)

        provider = d.pop("provider", UNSET)

        purpose = d.pop("purpose", UNSET)

        duration = d.pop("duration", UNSET)

        third_party = d.pop("thirdParty", UNSET)

        blocked = d.pop("blocked", UNSET)

        banner_texts_input = cls(
            title=title,
            description=description,
            accept=accept,
            reject=reject,
            customise=customise,
            save=save,
            close=close,
            necessary_title=necessary_title,
            necessary_description=necessary_description,
            policy=policy,
            reopen=reopen,
            receipt=receipt,
            decided_on=decided_on,
            gpc_honoured=gpc_honoured,
            services=services,
            provider=provider,
            purpose=purpose,
            duration=duration,
            third_party=third_party,
            blocked=blocked,
        )

        return banner_texts_input
