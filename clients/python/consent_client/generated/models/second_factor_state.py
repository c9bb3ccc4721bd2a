from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime






T = TypeVar("T", bound="SecondFactorState")



@_attrs_define
class SecondFactorState:
    """ The state of the second factor.

        Attributes:
            enrolled_at (datetime.datetime | None): When an authenticator was enrolled; null if there is none.
            backup_codes_left (int): The number of unused backup codes.
     """

    enrolled_at: datetime.datetime | None
    backup_codes_left: int





    def to_dict(self) -> dict[str, Any]:
        enrolled_at: None | str
        if isinstance(self.enrolled_at, datetime.datetime):
            enrolled_at = self.enrolled_at.isoformat()
        else:
            enrolled_at = self.enrolled_at

        backup_codes_left = self.backup_codes_left


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "enrolledAt": enrolled_at,
            "backupCodesLeft": backup_codes_left,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        def _parse_enrolled_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                enrolled_at_type_0 = datetime.datetime.fromisoformat(data)



                return enrolled_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        enrolled_at = _parse_enrolled_at(d.pop("enrolledAt"))


        backup_codes_left = d.pop("backupCodesLeft")

        second_factor_state = cls(
            enrolled_at=enrolled_at,
            backup_codes_left=backup_codes_left,
        )

        return second_factor_state
