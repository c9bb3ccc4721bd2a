from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset






T = TypeVar("T", bound="BannerTexts")



@_attrs_define
class BannerTexts:
    """ Every text of the banner, in one language.

        Attributes:
            title (str): The question's heading.
            description (str): The text of the question.
            accept (str): The button that accepts all.
            reject (str): The button that refuses all.
            customise (str): The button that opens the categories.
            save (str): The button that saves the choices.
            close (str): The button that closes the categories.
            necessary_title (str): The heading of the section on what needs no consent.
            necessary_description (str): The text on what needs no consent.
            policy (str): The link to the privacy policy.
            reopen (str): The label of the small button that opens the choices again.
            receipt (str): The label of the receipt's id.
            decided_on (str): The label of the decision's date.
            gpc_honoured (str): The text shown if the browser's signal refused.
            services (str | Unset): The heading of a category's services.
            provider (str | Unset): The label of a service's provider.
            purpose (str | Unset): The label of a service's purpose.
            duration (str | Unset): The label of how long a service stores data.
            third_party (str | Unset): The note on a provider that is a third party.
            blocked (str | Unset): The text in place of an iframe that waits for consent.
     """

    title: str
    description: str
    accept: str
    reject: str
    customise: str
    save: str
    close: str
    necessary_title: str
    necessary_description: str
    policy: str
    reopen: str
    receipt: str
    decided_on: str
    gpc_honoured: str
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
            "title": title,
            "description": description,
            "accept": accept,
            "reject": reject,
            "customise": customise,
            "save": save,
            "close": close,
            "necessaryTitle": necessary_title,
            "necessaryDescription": necessary_description,
            "policy": policy,
            "reopen": reopen,
            "receipt": receipt,
            "decidedOn": decided_on,
            "gpcHonoured": gpc_honoured,
        })
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
        title = d.pop("title")

        description = d.pop("description")

        accept = d.pop("accept")

        reject = d.pop("reject")

        customise = d.pop("customise")

        save = d.pop("save")

        close = d.pop("close")

        necessary_title = d.pop("necessaryTitle")

        necessary_description = d.pop("necessaryDescription")

        policy = d.pop("policy")

        reopen = d.pop("reopen")

        receipt = d.pop("receipt")

        decided_on = d.pop("decidedOn")

        gpc_honoured = d.pop("gpcHonoured")

        services = d.pop("services", UNSET)

        provider = d.pop("provider", UNSET)

        purpose = d.pop("purpose", UNSET)

        duration = d.pop("duration", UNSET)

        third_party = d.pop("thirdParty", UNSET)

        blocked = d.pop("blocked", UNSET)

        banner_texts = cls(
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

        return banner_texts
