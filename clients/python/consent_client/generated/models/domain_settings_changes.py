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






T = TypeVar("T", bound="DomainSettingsChanges")



@_attrs_define
class DomainSettingsChanges:
    """ Members that you leave out stay unchanged.

        Attributes:
            gpc_refuses (GpcRefuses | Unset): What a browser's Global Privacy Control signal refuses: every category that
                needs consent,
                or marketing alone.
            renew_after_months (int | Unset): After how many months visitors are asked again.
            share_subdomains (bool | Unset): Whether a decision also applies to the hostname's subdomains.
            count_impressions (bool | Unset): Whether the banner's impressions are counted.
            reload_on_withdrawal (bool | Unset): Whether a page reloads when consent is withdrawn on it.
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

    gpc_refuses: GpcRefuses | Unset = UNSET
    renew_after_months: int | Unset = UNSET
    share_subdomains: bool | Unset = UNSET
    count_impressions: bool | Unset = UNSET
    reload_on_withdrawal: bool | Unset = UNSET
    unknown_place: UnknownPlace | Unset = UNSET
    limit_sensitive: bool | Unset = UNSET
    gpp: GppSetting | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        gpc_refuses: str | Unset = UNSET
        if not isinstance(self.gpc_refuses, Unset):
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
        })
        if gpc_refuses is not UNSET:
            field_dict["gpcRefuses"] = gpc_refuses
        if renew_after_months is not UNSET:
            field_dict["renewAfterMonths"] = renew_after_months
        if share_subdomains is not UNSET:
            field_dict["shareSubdomains"] = share_subdomains
        if count_impressions is not UNSET:
            field_dict["countImpressions"] = count_impressions
        if reload_on_withdrawal is not UNSET:
            field_dict["reloadOnWithdrawal"] = reload_on_withdrawal
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
        _gpc_refuses = d.pop("gpcRefuses", UNSET)
        gpc_refuses: GpcRefuses | Unset
        if isinstance(_gpc_refuses,  Unset):
            gpc_refuses = UNSET
        else:
            gpc_refuses = GpcRefuses(_gpc_refuses)




        renew_after_months = d.pop("renewAfterMonths", UNSET)

        share_subdomains = d.pop("shareSubdomains", UNSET)

        count_impressions = d.pop("countImpressions", UNSET)

        reload_on_withdrawal = d.pop("reloadOnWithdrawal", UNSET)

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




        domain_settings_changes = cls(
            gpc_refuses=gpc_refuses,
            renew_after_months=renew_after_months,
            share_subdomains=share_subdomains,
            count_impressions=count_impressions,
            reload_on_withdrawal=reload_on_withdrawal,
            unknown_place=unknown_place,
            limit_sensitive=limit_sensitive,
            gpp=gpp,
        )

        return domain_settings_changes
