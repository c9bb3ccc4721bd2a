from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="Registration")



@_attrs_define
class Registration:
    """ When and from where an account was created.

        Attributes:
            email (str): The account's email address, mostly hidden if it got another one after the address was verified.
            registered_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            user_agent (None | str): The browser's family and major version, and the system; null if unknown.
            network (None | str): The first part of the network address that the request came from, such as `203.0.*.*`.
     """

    email: str
    registered_at: datetime.datetime
    user_agent: None | str
    network: None | str





    def to_dict(self) -> dict[str, Any]:
        email = self.email

        registered_at = self.registered_at.isoformat()

        user_agent: None | str
        user_agent = self.user_agent

        network: None | str
        network = self.network


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "email": email,
            "registeredAt": registered_at,
            "userAgent": user_agent,
            "network": network,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        email = d.pop("email")

        registered_at = datetime.datetime.fromisoformat(d.pop("registeredAt"))




        def _parse_user_agent(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        user_agent = _parse_user_agent(d.pop("userAgent"))


        def _parse_network(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        network = _parse_network(d.pop("network"))


        registration = cls(
            email=email,
            registered_at=registered_at,
            user_agent=user_agent,
            network=network,
        )

        return registration
