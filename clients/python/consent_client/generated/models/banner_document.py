from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.banner_document_state import BannerDocumentState
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.banner_content import BannerContent
  from ..models.editor import Editor





T = TypeVar("T", bound="BannerDocument")



@_attrs_define
class BannerDocument:
    """ A banner to edit.

        Attributes:
            state (BannerDocumentState): Which banner `banner` is: the draft, the published version or the default.
            version (int | None): The currently published version; null before the first.
            updated_at (datetime.datetime | None): When the draft was saved, or the version published; null for the default.
            updated_by (Editor | None): The person who saved or published it; null for the default, and once that account is
                deleted.
            banner (BannerContent): A complete banner. Versions of the first release lack members that were added later.
     """

    state: BannerDocumentState
    version: int | None
    updated_at: datetime.datetime | None
    updated_by: Editor | None
    banner: BannerContent





    def to_dict(self) -> dict[str, Any]:
        from ..models.banner_content import BannerContent # noqa: PLC0415
        from ..models.editor import Editor # noqa: PLC0415
        state = self.state.value

        version: int | None
        version = self.version

        updated_at: None | str
        if isinstance(self.updated_at, datetime.datetime):
            updated_at = self.updated_at.isoformat()
        else:
            updated_at = self.updated_at

        updated_by: dict[str, Any] | None
        if isinstance(self.updated_by, Editor):
            updated_by = self.updated_by.to_dict()
        else:
            updated_by = self.updated_by

        banner = self.banner.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "state": state,
            "version": version,
            "updatedAt": updated_at,
            "updatedBy": updated_by,
            "banner": banner,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.banner_content import BannerContent # noqa: PLC0415
        from ..models.editor import Editor # noqa: PLC0415
        d = dict(src_dict)
        state = BannerDocumentState(d.pop("state"))




        def _parse_version(data: object) -> int | None:
            if data is None:
                return data
            return cast(int | None, data)

        version = _parse_version(d.pop("version"))


        def _parse_updated_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                updated_at_type_0 = datetime.datetime.fromisoformat(data)



                return updated_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        updated_at = _parse_updated_at(d.pop("updatedAt"))


        def _parse_updated_by(data: object) -> Editor | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                updated_by_type_0 = Editor.from_dict(data)



                return updated_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Editor | None, data)

        updated_by = _parse_updated_by(d.pop("updatedBy"))


        banner = BannerContent.from_dict(d.pop("banner"))




        banner_document = cls(
            state=state,
            version=version,
            updated_at=updated_at,
            updated_by=updated_by,
            banner=banner,
        )

        return banner_document
