from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="PaletteInput")



@_attrs_define
class PaletteInput:
    """ The colours for dark mode; null uses the same colours.

        Attributes:
            background (str): A colour: `#` and six hexadecimal digits.
            text (str): A colour: `#` and six hexadecimal digits.
            accent (str): A colour: `#` and six hexadecimal digits.
            accent_text (str): A colour: `#` and six hexadecimal digits.
     """

    background: str
    text: str
    accent: str
    accent_text: str





    def to_dict(self) -> dict[str, Any]:
        background = self.background

        text = self.text

        accent = self.accent

        accent_text = self.accent_text


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "background": background,
            "text": text,
            "accent": accent,
            "accentText": accent_text,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        background = d.pop("background")

        text = d.pop("text")

        accent = d.pop("accent")

        accent_text = d.pop("accentText")

        palette_input = cls(
            background=background,
            text=text,
            accent=accent,
            accent_text=accent_text,
        )

        return palette_input
