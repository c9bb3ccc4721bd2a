from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset







T = TypeVar("T", bound="ProblemPart")



@_attrs_define
class ProblemPart:
    """ An invalid part of the request.

        Attributes:
            pointer (str): The invalid part: a JSON Pointer into the body, or `#/query/NAME`, `#/path/NAME` or
                `#/header/NAME`.
            message (str): The rule that the part breaks. Never contains the value that was sent.
     """

    pointer: str
    message: str





    def to_dict(self) -> dict[str, Any]:
        pointer = self.pointer

        message = self.message


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "pointer": pointer,
            "message": message,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        pointer = d.pop("pointer")

        message = d.pop("message")

        problem_part = cls(
            pointer=pointer,
            message=message,
        )

        return problem_part
