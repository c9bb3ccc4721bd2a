from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.export_manifest_format import ExportManifestFormat
from typing import cast
from uuid import UUID
import datetime






T = TypeVar("T", bound="ExportManifest")



@_attrs_define
class ExportManifest:
    """ The manifest of an export.

        Attributes:
            id (UUID): The export's id.
            format_ (ExportManifestFormat): The format of the export.
            rows (int): The number of receipts in the export.
            first_id (None | UUID): The id of the first receipt, which is the newest; null if the export is empty.
            last_id (None | UUID): The id of the last receipt; null if the export is empty. To continue after it, send it
                as `cursor`.
            sha256 (str): The SHA-256 digest of the body, before any `Content-Encoding`.
            size (int): The size of the body in bytes, before any `Content-Encoding`.
            completed_at (datetime.datetime): When the export was complete.
     """

    id: UUID
    format_: ExportManifestFormat
    rows: int
    first_id: None | UUID
    last_id: None | UUID
    sha256: str
    size: int
    completed_at: datetime.datetime





    def to_dict(self) -> dict[str, Any]:
        id = str(self.id)

        format_ = self.format_.value

        rows = self.rows

        first_id: None | str
        if isinstance(self.first_id, UUID):
            first_id = str(self.first_id)
        else:
            first_id = self.first_id

        last_id: None | str
        if isinstance(self.last_id, UUID):
            last_id = str(self.last_id)
        else:
            last_id = self.last_id

        sha256 = self.sha256

        size = self.size

        completed_at = self.completed_at.isoformat()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "format": format_,
            "rows": rows,
            "firstId": first_id,
            "lastId": last_id,
            "sha256": sha256,
            "size": size,
            "completedAt": completed_at,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = UUID(d.pop("id"))




        format_ = ExportManifestFormat(d.pop("format"))




        rows = d.pop("rows")

        def _parse_first_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                first_id_type_0 = UUID(data)



                return first_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        first_id = _parse_first_id(d.pop("firstId"))


        def _parse_last_id(data: object) -> None | UUID:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_id_type_0 = UUID(data)



                return last_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | UUID, data)

        last_id = _parse_last_id(d.pop("lastId"))


        sha256 = d.pop("sha256")

        size = d.pop("size")

        completed_at = datetime.datetime.fromisoformat(d.pop("completedAt"))




        export_manifest = cls(
            id=id,
            format_=format_,
            rows=rows,
            first_id=first_id,
            last_id=last_id,
            sha256=sha256,
            size=size,
            completed_at=completed_at,
        )

        return export_manifest
