from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.api_key_scope import ApiKeyScope
from typing import cast
import datetime






T = TypeVar("T", bound="CreatedApiKey")



@_attrs_define
class CreatedApiKey:
    """ The new key, shown only this once.

        Attributes:
            id (str): The key's id.
            name (str): Its name, to show to people.
            prefix (str): The beginning of the key, which the list shows.
            key (str): The key, shown only this once. Keep it in a secret store.
            scopes (list[ApiKeyScope]): What the key can read.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            expires_at (datetime.datetime | None): When the key expires; null if it does not expire.
     """

    id: str
    name: str
    prefix: str
    key: str
    scopes: list[ApiKeyScope]
    created_at: datetime.datetime
    expires_at: datetime.datetime | None





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        name = self.name

        prefix = self.prefix

        key = self.key

        scopes = []
        for scopes_item_data in self.scopes:
            scopes_item = scopes_item_data.value
            scopes.append(scopes_item)



        created_at = self.created_at.isoformat()

        expires_at: None | str
        if isinstance(self.expires_at, datetime.datetime):
            expires_at = self.expires_at.isoformat()
        else:
            expires_at = self.expires_at


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "prefix": prefix,
            "key": key,
            "scopes": scopes,
            "createdAt": created_at,
            "expiresAt": expires_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        prefix = d.pop("prefix")

        key = d.pop("key")

        scopes = []
        _scopes = d.pop("scopes")
        for scopes_item_data in (_scopes):
            scopes_item = ApiKeyScope(scopes_item_data)



            scopes.append(scopes_item)


        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        def _parse_expires_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                expires_at_type_0 = datetime.datetime.fromisoformat(data)



                return expires_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        expires_at = _parse_expires_at(d.pop("expiresAt"))


        created_api_key = cls(
            id=id,
            name=name,
            prefix=prefix,
            key=key,
            scopes=scopes,
            created_at=created_at,
            expires_at=expires_at,
        )

        return created_api_key
