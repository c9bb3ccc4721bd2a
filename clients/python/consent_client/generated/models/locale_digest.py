from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="LocaleDigest")



@_attrs_define
class LocaleDigest:
    """ The digest of one language of a version.

        Attributes:
            locale (str): The language, as a BCP 47 tag.
            digest (str): The SHA-256 digest of everything that visitors see in this version and language.
     """

    locale: str
    digest: str





    def to_dict(self) -> dict[str, Any]:
        locale = self.locale

        digest = self.digest


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "locale": locale,
            "digest": digest,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        locale = d.pop("locale")

        digest = d.pop("digest")

        locale_digest = cls(
            locale=locale,
            digest=digest,
        )

        return locale_digest
