"""The operations of visitors.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from datetime import datetime
from typing import Literal
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class DomainIdPath(Values):
    """What is sent as ``DomainIdPath``."""

    __slots__ = ("domain_id",)
    names = ("domainId",)

    domain_id: UUID


class GetPublishedBannerQuery(Values):
    """What is sent as ``GetPublishedBannerQuery``."""

    __slots__ = (
        "locale",
        "rule",
    )
    names = (
        "locale",
        "rule",
    )

    locale: str | None
    rule: str | None


class RecordConsentHeader(Values):
    """What is sent as ``RecordConsentHeader``."""

    __slots__ = ("idempotency_key",)
    names = ("Idempotency-Key",)

    idempotency_key: UUID | None


class RecordConsentBody(Values):
    """What is sent as ``RecordConsentBody``."""

    __slots__ = (
        "action",
        "analytics",
        "banner_locale",
        "banner_version",
        "decided_at",
        "former_proof_token",
        "former_receipt_id",
        "limit_sensitive",
        "marketing",
        "preferences",
        "regime",
        "rule_id",
        "rule_version",
        "source",
        "surface",
    )
    names = (
        "action",
        "source",
        "analytics",
        "marketing",
        "preferences",
        "bannerVersion",
        "bannerLocale",
        "surface",
        "regime",
        "decidedAt",
        "formerReceiptId",
        "formerProofToken",
        "ruleId",
        "ruleVersion",
        "limitSensitive",
    )

    action: Literal["accept_all", "reject_all", "custom"]
    source: Literal["banner", "gpc"]
    analytics: bool
    marketing: bool
    preferences: bool
    banner_version: int | None
    banner_locale: str | None
    surface: Literal["first_layer", "preferences", "reopened", "api"] | None
    regime: Literal["opt_in", "opt_out"] | None
    decided_at: datetime | None
    former_receipt_id: UUID | None
    former_proof_token: str | None
    rule_id: str | None
    rule_version: int | None
    limit_sensitive: bool | None


class ConsentIdPath(Values):
    """What is sent as ``ConsentIdPath``."""

    __slots__ = ("consent_id",)
    names = ("consentId",)

    consent_id: UUID


class GetBannerScript(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/public/banner.js``."""

    __slots__ = ()
    operation_id = "getBannerScript"
    types = (Empty, Empty, Empty, Empty)


class GetBannerChoices(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/public/choices.js``."""

    __slots__ = ()
    operation_id = "getBannerChoices"
    types = (Empty, Empty, Empty, Empty)


class GetBannerGpp(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/public/gpp.js``."""

    __slots__ = ()
    operation_id = "getBannerGpp"
    types = (Empty, Empty, Empty, Empty)


class GetVisitorRule(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/public/domains/{domainId}/rule``."""

    __slots__ = ()
    operation_id = "getVisitorRule"
    types = (DomainIdPath, Empty, Empty, Empty)


class GetPublishedBanner(ApiRequest[DomainIdPath, GetPublishedBannerQuery, Empty, Empty]):
    """``GET /v1/public/domains/{domainId}/banner``."""

    __slots__ = ()
    operation_id = "getPublishedBanner"
    types = (DomainIdPath, GetPublishedBannerQuery, Empty, Empty)


class RecordConsent(ApiRequest[DomainIdPath, Empty, RecordConsentHeader, RecordConsentBody]):
    """``POST /v1/public/domains/{domainId}/consents``."""

    __slots__ = ()
    operation_id = "recordConsent"
    types = (DomainIdPath, Empty, RecordConsentHeader, RecordConsentBody)


class CountImpression(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``POST /v1/public/domains/{domainId}/impressions``."""

    __slots__ = ()
    operation_id = "countImpression"
    types = (DomainIdPath, Empty, Empty, Empty)


class GetConsentProof(ApiRequest[ConsentIdPath, Empty, Empty, Empty]):
    """``GET /v1/public/consents/{consentId}``."""

    __slots__ = ()
    operation_id = "getConsentProof"
    types = (ConsentIdPath, Empty, Empty, Empty)
