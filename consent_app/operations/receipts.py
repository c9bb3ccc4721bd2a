"""The operations of receipts.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Any, Literal
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class ListPanelConsentEventsQuery(Values):
    """What is sent as ``ListPanelConsentEventsQuery``."""

    __slots__ = (
        "action",
        "country",
        "cursor",
        "device",
        "domain_id",
        "from_",
        "include",
        "limit",
        "q",
        "source",
        "status",
        "to",
    )
    names = (
        "domainId",
        "action",
        "source",
        "country",
        "from",
        "to",
        "device",
        "status",
        "q",
        "limit",
        "cursor",
        "include",
    )
    defaults = {"limit": 100}

    domain_id: UUID | None
    action: Literal["accept_all", "reject_all", "custom"] | None
    source: Literal["banner", "gpc"] | None
    country: str | None
    from_: datetime | None
    to: datetime | None
    device: Literal["desktop", "mobile", "tablet"] | None
    status: Literal["valid", "expired"] | None
    q: str | None
    limit: int
    cursor: UUID | None
    include: Literal["proof"] | None


class ConsentIdPath(Values):
    """What is sent as ``ConsentIdPath``."""

    __slots__ = ("consent_id",)
    names = ("consentId",)

    consent_id: UUID


class EraseVisitorBody(Values):
    """What is sent as ``EraseVisitorBody``."""

    __slots__ = ("same_address",)
    names = ("sameAddress",)
    defaults = {"same_address": False}

    same_address: bool


class GetConsentTotalsQuery(Values):
    """What is sent as ``GetConsentTotalsQuery``."""

    __slots__ = ("action", "country", "device", "domain_id", "from_", "source", "to")
    names = (
        "domainId",
        "action",
        "source",
        "country",
        "from",
        "to",
        "device",
    )

    domain_id: UUID | None
    action: Literal["accept_all", "reject_all", "custom"] | None
    source: Literal["banner", "gpc"] | None
    country: str | None
    from_: datetime | None
    to: datetime | None
    device: Literal["desktop", "mobile", "tablet"] | None


class GetConsentStatsQuery(Values):
    """What is sent as ``GetConsentStatsQuery``."""

    __slots__ = ("domain_id", "from_", "group_by", "interval", "to", "version")
    names = (
        "from",
        "to",
        "interval",
        "groupBy",
        "domainId",
        "version",
    )
    defaults = {"group_by": "action"}

    from_: datetime
    to: datetime
    interval: Literal["hour", "day", "week", "month"]
    group_by: dict[str, Any]
    domain_id: UUID | None
    version: int | None


class ManifestIdPath(Values):
    """What is sent as ``ManifestIdPath``."""

    __slots__ = ("manifest_id",)
    names = ("manifestId",)

    manifest_id: UUID


class ListPanelConsentEvents(ApiRequest[Empty, ListPanelConsentEventsQuery, Empty, Empty]):
    """``GET /v1/consent-events``."""

    __slots__ = ()
    operation_id = "listPanelConsentEvents"
    types = (Empty, ListPanelConsentEventsQuery, Empty, Empty)


class GetPanelConsentEvent(ApiRequest[ConsentIdPath, Empty, Empty, Empty]):
    """``GET /v1/consent-events/{consentId}``."""

    __slots__ = ()
    operation_id = "getPanelConsentEvent"
    types = (ConsentIdPath, Empty, Empty, Empty)


class GetVisitorReceipts(ApiRequest[ConsentIdPath, Empty, Empty, Empty]):
    """``GET /v1/consent-events/{consentId}/erasure``."""

    __slots__ = ()
    operation_id = "getVisitorReceipts"
    types = (ConsentIdPath, Empty, Empty, Empty)


class EraseVisitor(ApiRequest[ConsentIdPath, Empty, Empty, EraseVisitorBody]):
    """``POST /v1/consent-events/{consentId}/erasure``."""

    __slots__ = ()
    operation_id = "eraseVisitor"
    types = (ConsentIdPath, Empty, Empty, EraseVisitorBody)


class GetConsentTotals(ApiRequest[Empty, GetConsentTotalsQuery, Empty, Empty]):
    """``GET /v1/consent-totals``."""

    __slots__ = ()
    operation_id = "getConsentTotals"
    types = (Empty, GetConsentTotalsQuery, Empty, Empty)


class GetConsentStats(ApiRequest[Empty, GetConsentStatsQuery, Empty, Empty]):
    """``GET /v1/consent-stats``."""

    __slots__ = ()
    operation_id = "getConsentStats"
    types = (Empty, GetConsentStatsQuery, Empty, Empty)


class GetPanelExportManifest(ApiRequest[ManifestIdPath, Empty, Empty, Empty]):
    """``GET /v1/export-manifests/{manifestId}``."""

    __slots__ = ()
    operation_id = "getPanelExportManifest"
    types = (ManifestIdPath, Empty, Empty, Empty)
