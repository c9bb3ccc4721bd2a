from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.health_status import HealthStatus
from ..types import UNSET, Unset






T = TypeVar("T", bound="Health")



@_attrs_define
class Health:
    """ The process responds, or the service is ready.

        Attributes:
            status (HealthStatus): Always `ok`.
            version (str | Unset): The service's version; only in the response of `GET /v1/health/ready`.
     """

    status: HealthStatus
    version: str | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        status = self.status.value

        version = self.version


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "status": status,
        })
        if version is not UNSET:
            field_dict["version"] = version

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        status = HealthStatus(d.pop("status"))




        version = d.pop("version", UNSET)

        health = cls(
            status=status,
            version=version,
        )

        return health
