from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.editor import Editor
  from ..models.locale_digest import LocaleDigest





T = TypeVar("T", bound="BannerVersion")



@_attrs_define
class BannerVersion:
    """ A version that was published, without its content.

        Attributes:
            version (int): The version's number; the first is 1.
            published_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            published_by (Editor | None): Who published it; null once that account is deleted.
            material (bool): Whether visitors who decided earlier were asked again.
            locales (list[LocaleDigest]): The languages of the version, each with its digest.
     """

    version: int
    published_at: datetime.datetime
    published_by: Editor | None
    material: bool
    locales: list[LocaleDigest]





    def to_dict(self) -> dict[str, Any]:
        from ..models.editor import Editor # noqa: PLC0415
        from ..models.locale_digest import LocaleDigest # noqa: PLC0415
        version = self.version

        published_at = self.published_at.isoformat()

        published_by: dict[str, Any] | None
        if isinstance(self.published_by, Editor):
            published_by = self.published_by.to_dict()
        else:
            published_by = self.published_by

        material = self.material

        locales = []
        for locales_item_data in self.locales:
            locales_item = locales_item_data.to_dict()
            locales.append(locales_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "version": version,
            "publishedAt": published_at,
            "publishedBy": published_by,
            "material": material,
            "locales": locales,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.editor import Editor # noqa: PLC0415
        from ..models.locale_digest import LocaleDigest # noqa: PLC0415
        d = dict(src_dict)
        version = d.pop("version")

        published_at = datetime.datetime.fromisoformat(d.pop("publishedAt"))




        def _parse_published_by(data: object) -> Editor | None:
            if data is None:
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                published_by_type_0 = Editor.from_dict(data)



                return published_by_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(Editor | None, data)

        published_by = _parse_published_by(d.pop("publishedBy"))


        material = d.pop("material")

        locales = []
        _locales = d.pop("locales")
        for locales_item_data in (_locales):
            locales_item = LocaleDigest.from_dict(locales_item_data)



            locales.append(locales_item)


        banner_version = cls(
            version=version,
            published_at=published_at,
            published_by=published_by,
            material=material,
            locales=locales,
        )

        return banner_version
