from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..types import UNSET, Unset
from typing import cast

if TYPE_CHECKING:
  from ..models.problem_part import ProblemPart





T = TypeVar("T", bound="Problem")



@_attrs_define
class Problem:
    """ An error (RFC 9457). Handle errors by `code`, which never changes.

        Attributes:
            type_ (str): Always `about:blank`; `code` identifies the error.
            title (str): A short summary of the error; always the same for the same `code`.
            status (int): The HTTP status code.
            detail (str): What happened and what to do next, to show to a person.
            code (str): A stable identifier of the error, for programs.
            instance (str | Unset): The request's id (`X-Request-Id`), if the server failed (500 and above), or if a proxy
                of the operator set it. Send it to the operator, who can find it in the log.
            errors (list[ProblemPart] | Unset): The invalid parts of the request: at most 50, and in a body with thousands
                of values
                only the first.
     """

    type_: str
    title: str
    status: int
    detail: str
    code: str
    instance: str | Unset = UNSET
    errors: list[ProblemPart] | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        from ..models.problem_part import ProblemPart # noqa: PLC0415
        type_ = self.type_

        title = self.title

        status = self.status

        detail = self.detail

        code = self.code

        instance = self.instance

        errors: list[dict[str, Any]] | Unset = UNSET
        if not isinstance(self.errors, Unset):
            errors = []
            for errors_item_data in self.errors:
                errors_item = errors_item_data.to_dict()
                errors.append(errors_item)




        field_dict: dict[str, Any] = {}

        field_dict.update({
            "type": type_,
            "title": title,
            "status": status,
            "detail": detail,
            "code": code,
        })
        if instance is not UNSET:
            field_dict["instance"] = instance
        if errors is not UNSET:
            field_dict["errors"] = errors

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.problem_part import ProblemPart # noqa: PLC0415
        d = dict(src_dict)
        type_ = d.pop("type")

        title = d.pop("title")

        status = d.pop("status")

        detail = d.pop("detail")

        code = d.pop("code")

        instance = d.pop("instance", UNSET)

        _errors = d.pop("errors", UNSET)
        errors: list[ProblemPart] | Unset = UNSET
        if _errors is not UNSET:
            errors = []
            for errors_item_data in _errors:
                errors_item = ProblemPart.from_dict(errors_item_data)



                errors.append(errors_item)


        problem = cls(
            type_=type_,
            title=title,
            status=status,
            detail=detail,
            code=code,
            instance=instance,
            errors=errors,
        )

        return problem
