"""The operations of read api.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class ListConsentEventsQuery(Values):
    """What is sent as ``ListConsentEventsQuery``."""

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


class ManifestIdPath(Values):
    """What is sent as ``ManifestIdPath``."""

    __slots__ = ("manifest_id",)
    names = ("manifestId",)

    manifest_id: UUID


class ListApiDomainsQuery(Values):
    """What is sent as ``ListApiDomainsQuery``."""

    __slots__ = ("cursor", "group_id", "limit", "q", "region", "status")
    names = (
        "status",
        "q",
        "groupId",
        "region",
        "limit",
        "cursor",
    )
    defaults = {"limit": 100}

    status: Literal["pending", "verified", "failed"] | None
    q: str | None
    group_id: UUID | None
    region: Literal["EU", "US-CA", "UK", "GLOBAL"] | None
    limit: int
    cursor: UUID | None


class ListConsentEvents(ApiRequest[Empty, ListConsentEventsQuery, Empty, Empty]):
    """``GET /v1/api/consent-events``."""

    __slots__ = ()
    operation_id = "listConsentEvents"
    types = (Empty, ListConsentEventsQuery, Empty, Empty)


class GetConsentEvent(ApiRequest[ConsentIdPath, Empty, Empty, Empty]):
    """``GET /v1/api/consent-events/{consentId}``."""

    __slots__ = ()
    operation_id = "getConsentEvent"
    types = (ConsentIdPath, Empty, Empty, Empty)


class GetExportManifest(ApiRequest[ManifestIdPath, Empty, Empty, Empty]):
    """``GET /v1/api/export-manifests/{manifestId}``."""

    __slots__ = ()
    operation_id = "getExportManifest"
    types = (ManifestIdPath, Empty, Empty, Empty)


class ListApiDomains(ApiRequest[Empty, ListApiDomainsQuery, Empty, Empty]):
    """``GET /v1/api/domains``."""

    __slots__ = ()
    operation_id = "listApiDomains"
    types = (Empty, ListApiDomainsQuery, Empty, Empty)
