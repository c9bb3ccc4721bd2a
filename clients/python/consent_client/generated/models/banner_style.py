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
  from ..models.palette import Palette





T = TypeVar("T", bound="BannerStyle")



@_attrs_define
class BannerStyle:
    """ The banner's appearance.

        Attributes:
            position (BannerPosition): The position of the question in the window.
            background (str): A colour: `#` and six hexadecimal digits, in lower case.
            text (str): A colour: `#` and six hexadecimal digits, in lower case.
            accent (str): A colour: `#` and six hexadecimal digits, in lower case.
            accent_text (str): A colour: `#` and six hexadecimal digits, in lower case.
            layout (BannerLayout | Unset): A bar across the page, or a box.
            reject (RejectProminence | Unset): Whether refusing is as prominent as accepting. If it is not, the compliance
                score is
                lower where a rule requires consent.
            reopen (ReopenControl | Unset): How visitors open the choices again: with a small `button`, or with a control of
                the page
                that calls `consent.show()` (`none`).
            dark (None | Palette | Unset): The colours for dark mode; null uses the same colours.
     """

    position: BannerPosition
    background: str
    text: str
    accent: str
    accent_text: str
    layout: BannerLayout | Unset = UNSET
    reject: RejectProminence | Unset = UNSET
    reopen: ReopenControl | Unset = UNSET
    dark: None | Palette | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.palette import Palette # noqa: PLC0415
        position = self.position.value

        background = self.background

        text = self.text

        accent = self.accent

        accent_text = self.accent_text

        layout: str | Unset = UNSET
        if not isinstance(self.layout, Unset):
            layout = self.layout.value


        reject: str | Unset = UNSET
        if not isinstance(self.reject, Unset):
            reject = self.reject.value


        reopen: str | Unset = UNSET
        if not isinstance(self.reopen, Unset):
            reopen = self.reopen.value


        dark: dict[str, Any] | None | Unset
        if isinstance(self.dark, Unset):
            dark = UNSET
        elif isinstance(self.dark, Palette):
            dark = self.dark.to_dict()
        else:
            dark = self.dark


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "position": position,
            "background": background,
            "text": text,
            "accent": accent,
            "accentText": accent_text,
        })
        if layout is not UNSET:
            field_dict["layout"] = layout
        if reject is not UNSET:
            field_dict["reject"] = reject
        if reopen is not UNSET:
            field_dict["reopen"] = reopen
        if dark is not UNSET:
            field_dict["dark"] = dark

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.palette import Palette # noqa: PLC0415
        d = dict(src_dict)
        position = BannerPosition(d.pop("position"))




        background = d.pop("background")

        text = d.pop("text")

        accent = d.pop("accent")

        accent_text = d.pop("accentText")

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




        def _parse_dark(data: object) -> None | Palette | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, dict):
                    raise TypeError()
                dark_type_0 = Palette.from_dict(data)



                return dark_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Palette | Unset, data)

        dark = _parse_dark(d.pop("dark", UNSET))


        banner_style = cls(
            position=position,
            background=background,
            text=text,
            accent=accent,
            accent_text=accent_text,
            layout=layout,
            reject=reject,
            reopen=reopen,
            dark=dark,
        )

        return banner_style
