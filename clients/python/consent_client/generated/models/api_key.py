from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.api_key_scope import ApiKeyScope
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.user_summary import UserSummary





T = TypeVar("T", bound="ApiKey")



@_attrs_define
class ApiKey:
    """ A key, without its secret.

        Attributes:
            id (str): The key's id.
            name (str): Its name, to show to people.
            prefix (str): The beginning of the key.
            scopes (list[ApiKeyScope]): What the key can read.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            expires_at (datetime.datetime | None): When the key expires; null if it does not expire.
            last_used_at (datetime.datetime | None): When it was last used, to the minute; null if it was never used.
            created_by (None | UserSummary): Who created it, with the address with which they left if they are no longer a
                member;
                null if that is not known, as once the account is deleted.
     """

    id: str
    name: str
    prefix: str
    scopes: list[ApiKeyScope]
    created_at: datetime.datetime
    expires_at: datetime.datetime | None
    last_used_at: datetime.datetime | None
    created_by: None | UserSummary





    def to_dict(self) -> dict[str, Any]:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        id = self.id

        name = self.name

        prefix = self.prefix

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

        last_used_at: None | str
        if isinstance(self.last_used_at, datetime.datetime):
            last_used_at = self.last_used_at.isoformat()
        else:
            last_used_at = self.last_used_at

        created_by: dict[str, Any] | None
        if isinstance(self.created_by, UserSummary):
            created_by = self.created_by.to_dict()
        else:
            created_by = self.created_by


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "name": name,
            "prefix": prefix,
            "scopes": scopes,
            "createdAt": created_at,
            "expiresAt": expires_at,
            "lastUsedAt": last_used_at,
            "createdBy": created_by,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.user_summary import UserSummary # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        name = d.pop("name")

        prefix = d.pop("prefix")

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


        def _parse_last_used_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_used_at_type_0 = datetime.datetime.fromisoformat(data)



                return last_used_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_used_at = _parse_last_used_at(d.pop("lastUsedAt"))


        def _parse_created_by(data: object) -> None | UserSummary:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                created_by_type_0 = UserSummary.from_dict(data)



                return created_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UserSummary, data)

        created_by = _parse_created_by(d.pop("createdBy"))


        api_key = cls(
            id=id,
            name=name,
            prefix=prefix,
            scopes=scopes,
            created_at=created_at,
            expires_at=expires_at,
            last_used_at=last_used_at,
            created_by=created_by,
        )

        return api_key
