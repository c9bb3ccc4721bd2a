from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.install_method import InstallMethod
from ..models.region import Region
from ..models.verify_method import VerifyMethod
from ..types import UNSET, Unset
from typing import cast
from uuid import UUID






T = TypeVar("T", bound="DomainRequest")



@_attrs_define
class DomainRequest:
    """ The domain to add.

        Attributes:
            hostname (str): The full hostname, without scheme, port and path; it cannot be changed.
            region (None | Region | Unset): The jurisdiction; null for none.
            group_id (None | Unset | UUID): The group to put it into; null for none.
            verify_method (VerifyMethod | Unset): Where the service looks for the proof: in the install tag, a TXT record, a
                meta tag or a
                file (`docs/domains.md`).
            install_method (InstallMethod | Unset): How the tag was installed. A note for the owner, without effect.
     """

    hostname: str
    region: None | Region | Unset = UNSET
    group_id: None | Unset | UUID = UNSET
    verify_method: VerifyMethod | Unset = UNSET
    install_method: InstallMethod | Unset = UNSET





    def to_dict(self) -> dict[str, Any]:
        hostname = self.hostname

        region: None | str | Unset
        if isinstance(self.region, Unset):
            region = UNSET
        elif isinstance(self.region, Region):
            region = self.region.value
        else:
            region = self.region

        group_id: None | str | Unset
        if isinstance(self.group_id, Unset):
            group_id = UNSET
        elif isinstance(self.group_id, UUID):
            group_id = str(self.group_id)
        else:
            group_id = self.group_id

        verify_method: str | Unset = UNSET
        if not isinstance(self.verify_method, Unset):
            verify_method = self.verify_method.value


        install_method: str | Unset = UNSET
        if not isinstance(self.install_method, Unset):
            install_method = self.install_method.value



        field_dict: dict[str, Any] = {}

        field_dict.update({
            "hostname": hostname,
        })
        if region is not UNSET:
            field_dict["region"] = region
        if group_id is not UNSET:
            field_dict["groupId"] = group_id
        if verify_method is not UNSET:
            field_dict["verifyMethod"] = verify_method
        if install_method is not UNSET:
            field_dict["installMethod"] = install_method

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        d = dict(src_dict)
        hostname = d.pop("hostname")

        def _parse_region(data: object) -> None | Region | Unset:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                region_type_0 = Region(data)



                return region_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Region | Unset, data)

        region = _parse_region(d.pop("region", UNSET))


        def _parse_group_id(data: object) -> None | Unset | UUID:
            if data is None:
                return data
            if isinstance(data, Unset):
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                group_id_type_0 = UUID(data)



                return group_id_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Unset | UUID, data)

        group_id = _parse_group_id(d.pop("groupId", UNSET))


        _verify_method = d.pop("verifyMethod", UNSET)
        verify_method: VerifyMethod | Unset
        if isinstance(_verify_method,  Unset):
            verify_method = UNSET
        else:
            verify_method = VerifyMethod(_verify_method)




        _install_method = d.pop("installMethod", UNSET)
        install_method: InstallMethod | Unset
        if isinstance(_install_method,  Unset):
            install_method = UNSET
        else:
            install_method = InstallMethod(_install_method)




        domain_request = cls(
            hostname=hostname,
            region=region,
            group_id=group_id,
            verify_method=verify_method,
            install_method=install_method,
        )

        return domain_request
