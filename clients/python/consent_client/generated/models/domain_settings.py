from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.gpc_refuses import GpcRefuses
from ..models.gpp_setting import GppSetting
from ..models.unknown_place import UnknownPlace
from ..types import UNSET, Unset






T = TypeVar("T", bound="DomainSettings")



@_attrs_define
class DomainSettings:
    """ Settings for the domain's visitors, in addition to the banner's own texts.

        Attributes:
            gpc_refuses (GpcRefuses): What a browser's Global Privacy Control signal refuses: every category that needs
                consent,
                or marketing alone.
            renew_after_months (int): After how many months visitors are asked again.
            share_subdomains (bool): Whether a decision also applies to the hostname's subdomains.
            count_impressions (bool): Whether the banner's impressions are counted.
            reload_on_withdrawal (bool): Whether a page reloads when consent is withdrawn on it.
            unknown_place (UnknownPlace | Unset): The rule for visitors whose place is unknown: the `strictest`, or that of
                the domain's
                declared `region`, which is the owner's responsibility.
            limit_sensitive (bool | Unset): Whether visitors can limit the use of sensitive data, where the law gives them
                that
                right.
            gpp (GppSetting | Unset): Whether American visitors' choices are published as a string of the IAB's Global
                Privacy
                Platform (`window.__gpp`, version 1.1): not at all (`off`), in the section of the visitor's
                `state`, or in the `national` section. By choosing `national` the owner declares that they
                have signed the IAB's Multi-State Privacy Agreement.
     """

    gpc_refuses: GpcRefuses
    renew_after_months: int
    share_subdomains: bool
    count_impressions: bool
    reload_on_withdrawal: bool
    unknown_place: UnknownPlace | Unset = UNSET
    limit_sensitive: bool | Unset = UNSET
    gpp: GppSetting | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        gpc_refuses = self.gpc_refuses.value

        renew_after_months = self.renew_after_months

        share_subdomains = self.share_subdomains

        count_impressions = self.count_impressions

        reload_on_withdrawal = self.reload_on_withdrawal

        unknown_place: str | Unset = UNSET
        if not isinstance(self.unknown_place, Unset):
            unknown_place = self.unknown_place.value


        limit_sensitive = self.limit_sensitive

        gpp: str | Unset = UNSET
        if not isinstance(self.gpp, Unset):
            gpp = self.gpp.value



        field_dict: dict[str, Any] = {}

        field_dict.update({
            "gpcRefuses": gpc_refuses,
            "renewAfterMonths": renew_after_months,
            "shareSubdomains": share_subdomains,
            "countImpressions": count_impressions,
            "reloadOnWithdrawal": reload_on_withdrawal,
        })
        if unknown_place is not UNSET:
            field_dict["unknownPlace"] = unknown_place
        if limit_sensitive is not UNSET:
            field_dict["limitSensitive"] = limit_sensitive
        if gpp is not UNSET:
            field_dict["gpp"] = gpp

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        gpc_refuses = GpcRefuses(d.pop("gpcRefuses"))




        renew_after_months = d.pop("renewAfterMonths")

        share_subdomains = d.pop("shareSubdomains")

        count_impressions = d.pop("countImpressions")

        reload_on_withdrawal = d.pop("reloadOnWithdrawal")

        _unknown_place = d.pop("unknownPlace", UNSET)
        unknown_place: UnknownPlace | Unset
        if isinstance(_unknown_place,  Unset):
            unknown_place = UNSET
        else:
            unknown_place = UnknownPlace(_unknown_place)




        limit_sensitive = d.pop("limitSensitive", UNSET)

        _gpp = d.pop("gpp", UNSET)
        gpp: GppSetting | Unset
        if isinstance(_gpp,  Unset):
            gpp = UNSET
        else:
            gpp = GppSetting(_gpp)




        domain_settings = cls(
            gpc_refuses=gpc_refuses,
            renew_after_months=renew_after_months,
            share_subdomains=share_subdomains,
            count_impressions=count_impressions,
            reload_on_withdrawal=reload_on_withdrawal,
            unknown_place=unknown_place,
            limit_sensitive=limit_sensitive,
            gpp=gpp,
        )

        return domain_settings
