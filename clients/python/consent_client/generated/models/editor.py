from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from typing import cast






T = TypeVar("T", bound="Editor")



@_attrs_define
class Editor:
    """ The person who saved or published it.

        Attributes:
            id (str): The person's id.
            email (None | str): The person's address; of one who is no longer a member, the address with which they
                left. Null if it is not known, as once the account is deleted.
     """

    id: str
    email: None | str





    def to_dict(self) -> dict[str, Any]:
        id = self.id

        email: None | str
        email = self.email


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "email": email,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        id = d.pop("id")

        def _parse_email(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        email = _parse_email(d.pop("email"))


        editor = cls(
            id=id,
            email=email,
        )

        return editor
