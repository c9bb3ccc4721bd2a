from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.banner_layout import BannerLayout
from ..models.banner_position import BannerPosition
from ..models.reject_prominence import RejectProminence
from ..models.reopen_control import ReopenControl
from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.palette_input import PaletteInput





T = TypeVar("T", bound="BannerStyleInput")



@_attrs_define
class BannerStyleInput:
    """ The contrast of text with its background must be at least 4.5 to 1: `text` on `background`,
    `accentText` on `accent`.

        Attributes:
            position (BannerPosition | Unset): The position of the question in the window.
            layout (BannerLayout | Unset): A bar across the page, or a box.
            reject (RejectProminence | Unset): Whether refusing is as prominent as accepting. If it is not, the compliance
                score is
                lower where a rule requires consent.
            reopen (ReopenControl | Unset): How visitors open the choices again: with a small `button`, or with a control of
                the page
                that calls `consent.show()` (`none`).
            background (str | Unset): A colour: `#` and six hexadecimal digits.
            text (str | Unset): A colour: `#` and six hexadecimal digits.
            accent (str | Unset): A colour: `#` and six hexadecimal digits.
            accent_text (str | Unset): A colour: `#` and six hexadecimal digits.
            dark (None | PaletteInput | Unset): The colours for dark mode; null uses the same colours.
     """

    position: BannerPosition | Unset = UNSET
    layout: BannerLayout | Unset = UNSET
    reject: RejectProminence | Unset = UNSET
    reopen: ReopenControl | Unset = UNSET
    background: str | Unset = UNSET
    text: str | Unset = UNSET
    accent: str | Unset = UNSET
    accent_text: str | Unset = UNSET
    dark: None | PaletteInput | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.palette_input import PaletteInput # noqa: PLC0415
        position: str | Unset = UNSET
        if not isinstance(self.position, Unset):
            position = self.position.value


        layout: str | Unset = UNSET
        if not isinstance(self.layout, Unset):
            layout = self.layout.value


        reject: str | Unset = UNSET
        if not isinstance(self.reject, Unset):
            reject = self.reject.value


        reopen: str | Unset = UNSET
        if not isinstance(self.reopen, Unset):
            reopen = self.reopen.value


        background = self.background

        text = self.text

        accent = self.accent

        accent_text = self.accent_text

        dark: dict[str, Any] | None | Unset
        if isinstance(self.dark, Unset):
            dark = UNSET
        elif isinstance(self.dark, PaletteInput):
            dark = self.dark.to_dict()
        else:
            dark = self.dark


        field_dict: dict[str, Any] = {}

        field_dict.update({
        })
        if position is not UNSET:
            field_dict["position"] = position
        if layout is not UNSET:
            field_dict["layout"] = layout
        if reject is not UNSET:
            field_dict["reject"] = reject
        if reopen is not UNSET:
            field_dict["reopen"] = reopen
        if background is not UNSET:
            field_dict["background"] = background
        if text is not UNSET:
            field_dict["text"] = text
        if accent is not UNSET:
            field_dict["accent"] = accent
        if accent_text is not UNSET:
            field_dict["accentText"] = accent_text
        if dark is not UNSET:
            field_dict["dark"] = dark

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.palette_input import PaletteInput # noqa: PLC0415
        d = dict(src_dict)
        _position = d.pop("position", UNSET)
        position: BannerPosition | Unset
        if isinstance(_position,  Unset):
            position = UNSET
        else:
            position = BannerPosition(_position)




        _layout = d.pop("layout", UNSET)
        layout: BannerLayout | Unset
        if isinstance(_layout,  Unset):
            layout = UNSET
        else:
            layout = BannerLayout(_layout)




        _reject = d.pop("reject", UNSET)
        reject: RejectProminence | Unset
        if isinstance(_reject,  Unset):
            reject = UNSET
        else:
            reject = RejectProminence(_reject)




        _reopen = d.pop("reopen", UNSET)
        reopen: ReopenControl | Unset
        if isinstance(_reopen,  Unset):
            reopen = UNSET
        else:
            reopen = ReopenControl(_reopen)




        background = d.pop("background", UNSET)

        text = d.pop("text", UNSET)

        accent = d.pop("accent", UNSET)

        accent_text = d.pop("accentText", UNSET)

        def _parse_dark(data: object) -> None | PaletteInput | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                dark_type_0 = PaletteInput.from_dict(data)



                return dark_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | PaletteInput | Unset, data)

        dark = _parse_dark(d.pop("dark", UNSET))


        banner_style_input = cls(
            position=position,
            layout=layout,
            reject=reject,
            reopen=reopen,
            background=background,
            text=text,
            accent=accent,
            accent_text=accent_text,
            dark=dark,
        )

        return banner_style_input
