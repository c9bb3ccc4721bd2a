from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="RuleTexts")



@_attrs_define
class RuleTexts:
    """ Links, titles and notices that laws require.

        Attributes:
            link (str): The text of the link to the choices.
            opt_out (str): The label of the choice against sale and sharing.
            limit_sensitive (str): The label of the choice to limit the use of sensitive data.
            in_force (str): The notice that the objection is in force.
            notice (str): The notice that cookies are used and can be switched off.
            acknowledge (str): The button that closes the notice.
     """

    link: str
    opt_out: str
    limit_sensitive: str
    in_force: str
    notice: str
    acknowledge: str





    def to_dict(self) -> dict[str, Any]:
        link = self.link

        opt_out = self.opt_out

        limit_sensitive = self.limit_sensitive

        in_force = self.in_force

        notice = self.notice

        acknowledge = self.acknowledge


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "link": link,
            "optOut": opt_out,
            "limitSensitive": limit_sensitive,
            "inForce": in_force,
            "notice": notice,
            "acknowledge": acknowledge,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        link = d.pop("link")

        opt_out = d.pop("optOut")

        limit_sensitive = d.pop("limitSensitive")

        in_force = d.pop("inForce")

        notice = d.pop("notice")

        acknowledge = d.pop("acknowledge")

        rule_texts = cls(
            link=link,
            opt_out=opt_out,
            limit_sensitive=limit_sensitive,
            in_force=in_force,
            notice=notice,
            acknowledge=acknowledge,
        )

        return rule_texts
