from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="BackupCodesResponse")



@_attrs_define
class BackupCodesResponse:
    """ The new codes.

        Attributes:
            backup_codes (list[str]): Ten codes, shown only this once.
     """

    backup_codes: list[str]





    def to_dict(self) -> dict[str, Any]:
        backup_codes = self.backup_codes




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "backupCodes": backup_codes,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        backup_codes = cast(list[str], d.pop("backupCodes"))


        backup_codes_response = cls(
            backup_codes=backup_codes,
        )

        return backup_codes_response
