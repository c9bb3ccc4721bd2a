from __future__ import annotations

from collections.abc import Mapping
from typing import Any, TypeVar, BinaryIO, TextIO, TYPE_CHECKING, Generator

from attrs import define as _attrs_define
from attrs import field as _attrs_field

from ..types import UNSET, Unset

from ..models.domain_billed_as import DomainBilledAs
from ..models.domain_status import DomainStatus
from ..models.install_method import InstallMethod
from ..models.region import Region
from ..models.verify_method import VerifyMethod
from typing import cast
import datetime

if TYPE_CHECKING:
  from ..models.active_scan import ActiveScan





T = TypeVar("T", bound="Domain")



@_attrs_define
class Domain:
    """ A site on which the banner is installed.

        Attributes:
            id (str): The domain's id, which the install tag contains.
            hostname (str): The hostname, in lower case; international hostnames as A-labels.
            root_domain (str): The registrable domain, by the Public Suffix List: the unit that is billed.
            billed_as (DomainBilledAs): How the plan counts it: as the unit itself, as included in its unit, or as an extra
                unit.
            status (DomainStatus): `pending`: not verified yet. `verified`: the proof was found. `failed`: three checks in a
                row no longer found the proof.
            verify_method (VerifyMethod): Where the service looks for the proof: in the install tag, a TXT record, a meta
                tag or a
                file (`docs/domains.md`).
            verify_token (str): The token that the proof must contain.
            verified_at (datetime.datetime | None): When it was verified; null if it is not verified.
            verify_reason (None | str): Why the last check failed, as text; null for a verified domain and before the first
                check.
            last_checked_at (datetime.datetime | None): When it was last checked; null before the first check.
            ssl_ok (bool): Whether the site had a valid certificate at the last check.
            group_id (None | str): Its group; null for none.
            region (None | Region): The jurisdiction that the owner declared; null for none.
            install_method (InstallMethod): How the tag was installed. A note for the owner, without effect.
            created_at (datetime.datetime): A time in UTC, with milliseconds and `Z`.
            score (float): The compliance score, computed now.
            over_allowance (bool): True if the plan does not cover it. Its banner then does not ask visitors.
            last_scan_at (datetime.datetime | None): When it was last scanned; null if never.
            active_scan (ActiveScan): The running or waiting scan; `none` if there is none.
     """

    id: str
    hostname: str
    root_domain: str
    billed_as: DomainBilledAs
    status: DomainStatus
    verify_method: VerifyMethod
    verify_token: str
    verified_at: datetime.datetime | None
    verify_reason: None | str
    last_checked_at: datetime.datetime | None
    ssl_ok: bool
    group_id: None | str
    region: None | Region
    install_method: InstallMethod
    created_at: datetime.datetime
    score: float
    over_allowance: bool
    last_scan_at: datetime.datetime | None
    active_scan: ActiveScan





    def to_dict(self) -> dict[str, Any]:
        from ..models.active_scan import ActiveScan # noqa: PLC0415
        id = self.id

        hostname = self.hostname

        root_domain = self.root_domain

        billed_as = self.billed_as.value

        status = self.status.value

        verify_method = self.verify_method.value

        verify_token = self.verify_token

        verified_at: None | str
        if isinstance(self.verified_at, datetime.datetime):
            verified_at = self.verified_at.isoformat()
        else:
            verified_at = self.verified_at

        verify_reason: None | str
        verify_reason = self.verify_reason

        last_checked_at: None | str
        if isinstance(self.last_checked_at, datetime.datetime):
            last_checked_at = self.last_checked_at.isoformat()
        else:
            last_checked_at = self.last_checked_at

        ssl_ok = self.ssl_ok

        group_id: None | str
        group_id = self.group_id

        region: None | str
        if isinstance(self.region, Region):
            region = self.region.value
        else:
            region = self.region

        install_method = self.install_method.value

        created_at = self.created_at.isoformat()

        score = self.score

        over_allowance = self.over_allowance

        last_scan_at: None | str
        if isinstance(self.last_scan_at, datetime.datetime):
            last_scan_at = self.last_scan_at.isoformat()
        else:
            last_scan_at = self.last_scan_at

        active_scan = self.active_scan.to_dict()


        field_dict: dict[str, Any] = {}

        field_dict.update({
            "id": id,
            "hostname": hostname,
            "rootDomain": root_domain,
            "billedAs": billed_as,
            "status": status,
            "verifyMethod": verify_method,
            "verifyToken": verify_token,
            "verifiedAt": verified_at,
            "verifyReason": verify_reason,
            "lastCheckedAt": last_checked_at,
            "sslOk": ssl_ok,
            "groupId": group_id,
            "region": region,
            "installMethod": install_method,
            "createdAt": created_at,
            "score": score,
            "overAllowance": over_allowance,
            "lastScanAt": last_scan_at,
            "activeScan": active_scan,
        })

        return field_dict



    @classmethod
    def from_dict(cls: type[T], src_dict: Mapping[str, Any]) -> T:
        from ..models.active_scan import ActiveScan # noqa: PLC0415
        d = dict(src_dict)
        id = d.pop("id")

        hostname = d.pop("hostname")

        root_domain = d.pop("rootDomain")

        billed_as = DomainBilledAs(d.pop("billedAs"))




        status = DomainStatus(d.pop("status"))




        verify_method = VerifyMethod(d.pop("verifyMethod"))




        verify_token = d.pop("verifyToken")

        def _parse_verified_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                verified_at_type_0 = datetime.datetime.fromisoformat(data)



                return verified_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        verified_at = _parse_verified_at(d.pop("verifiedAt"))


        def _parse_verify_reason(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        verify_reason = _parse_verify_reason(d.pop("verifyReason"))


        def _parse_last_checked_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_checked_at_type_0 = datetime.datetime.fromisoformat(data)



                return last_checked_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_checked_at = _parse_last_checked_at(d.pop("lastCheckedAt"))


        ssl_ok = d.pop("sslOk")

        def _parse_group_id(data: object) -> None | str:
            if data is None:
                return data
            return cast(None | str, data)

        group_id = _parse_group_id(d.pop("groupId"))


        def _parse_region(data: object) -> None | Region:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                region_type_0 = Region(data)



                return region_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(None | Region, data)

        region = _parse_region(d.pop("region"))


        install_method = InstallMethod(d.pop("installMethod"))




        created_at = datetime.datetime.fromisoformat(d.pop("createdAt"))




        score = d.pop("score")

        over_allowance = d.pop("overAllowance")

        def _parse_last_scan_at(data: object) -> datetime.datetime | None:
            if data is None:
                return data
            try:
                if not isinstance(data, str):
                    raise TypeError()
                last_scan_at_type_0 = datetime.datetime.fromisoformat(data)



                return last_scan_at_type_0
            except (TypeError, ValueError, AttributeError, KeyError):
                pass
            return cast(datetime.datetime | None, data)

        last_scan_at = _parse_last_scan_at(d.pop("lastScanAt"))


        active_scan = ActiveScan.from_dict(d.pop("activeScan"))




        domain = cls(
            id=id,
            hostname=hostname,
            root_domain=root_domain,
            billed_as=billed_as,
            status=status,
            verify_method=verify_method,
            verify_token=verify_token,
            verified_at=verified_at,
            verify_reason=verify_reason,
            last_checked_at=last_checked_at,
            ssl_ok=ssl_ok,
            group_id=group_id,
            region=region,
            install_method=install_method,
            created_at=created_at,
            score=score,
            over_allowance=over_allowance,
            last_scan_at=last_scan_at,
            active_scan=active_scan,
        )

        return domain
