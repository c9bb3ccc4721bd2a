"""The operations of domains.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from typing import Literal
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class ListDomainsQuery(Values):
    """What is sent as ``ListDomainsQuery``."""

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


class CreateDomainBody(Values):
    """What is sent as ``CreateDomainBody``."""

    __slots__ = ("group_id", "hostname", "install_method", "region", "verify_method")
    names = (
        "hostname",
        "region",
        "groupId",
        "verifyMethod",
        "installMethod",
    )

    hostname: str
    region: Literal["EU", "US-CA", "UK", "GLOBAL"] | None
    group_id: UUID | None
    verify_method: Literal["script", "dns_txt", "meta_tag", "file"] | None
    install_method: Literal["script", "platform_a", "platform_b", "platform_c", "platform_d"] | None


class DomainIdPath(Values):
    """What is sent as ``DomainIdPath``."""

    __slots__ = ("domain_id",)
    names = ("domainId",)

    domain_id: UUID


class UpdateDomainBody(Values):
    """What is sent as ``UpdateDomainBody``."""

    __slots__ = ("group_id", "install_method", "region", "verify_method")
    names = (
        "region",
        "groupId",
        "verifyMethod",
        "installMethod",
    )

    region: Literal["EU", "US-CA", "UK", "GLOBAL"] | None
    group_id: UUID | None
    verify_method: Literal["script", "dns_txt", "meta_tag", "file"] | None
    install_method: Literal["script", "platform_a", "platform_b", "platform_c", "platform_d"] | None


class UpdateDomainSettingsBody(Values):
    """What is sent as ``UpdateDomainSettingsBody``."""

    __slots__ = (
        "count_impressions",
        "gpc_refuses",
        "gpp",
        "limit_sensitive",
        "reload_on_withdrawal",
        "renew_after_months",
        "share_subdomains",
        "unknown_place",
    )
    names = (
        "gpcRefuses",
        "renewAfterMonths",
        "shareSubdomains",
        "countImpressions",
        "reloadOnWithdrawal",
        "unknownPlace",
        "limitSensitive",
        "gpp",
    )

    gpc_refuses: Literal["all", "marketing"] | None
    renew_after_months: int | None
    share_subdomains: bool | None
    count_impressions: bool | None
    reload_on_withdrawal: bool | None
    unknown_place: Literal["strictest", "region"] | None
    limit_sensitive: bool | None
    gpp: Literal["off", "state", "national"] | None


class DomainIdRuleIdPath(Values):
    """What is sent as ``DomainIdRuleIdPath``."""

    __slots__ = (
        "domain_id",
        "rule_id",
    )
    names = (
        "domainId",
        "ruleId",
    )

    domain_id: UUID
    rule_id: str


class OverrideDomainRuleBody(Values):
    """What is sent as ``OverrideDomainRuleBody``."""

    __slots__ = ("exempt", "model", "reason")
    names = (
        "model",
        "exempt",
        "reason",
    )

    model: Literal["opt_in", "opt_out", "notice"]
    exempt: list[Literal["analytics", "marketing", "preferences"]] | None
    reason: str | None


class CreateDomainGroupBody(Values):
    """What is sent as ``CreateDomainGroupBody``."""

    __slots__ = ("name",)
    names = ("name",)

    name: str


class GroupIdPath(Values):
    """What is sent as ``GroupIdPath``."""

    __slots__ = ("group_id",)
    names = ("groupId",)

    group_id: UUID


class RenameDomainGroupBody(Values):
    """What is sent as ``RenameDomainGroupBody``."""

    __slots__ = ("name",)
    names = ("name",)

    name: str


class ListDomains(ApiRequest[Empty, ListDomainsQuery, Empty, Empty]):
    """``GET /v1/domains``."""

    __slots__ = ()
    operation_id = "listDomains"
    types = (Empty, ListDomainsQuery, Empty, Empty)


class CreateDomain(ApiRequest[Empty, Empty, Empty, CreateDomainBody]):
    """``POST /v1/domains``."""

    __slots__ = ()
    operation_id = "createDomain"
    types = (Empty, Empty, Empty, CreateDomainBody)


class GetDomain(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}``."""

    __slots__ = ()
    operation_id = "getDomain"
    types = (DomainIdPath, Empty, Empty, Empty)


class DeleteDomain(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/domains/{domainId}``."""

    __slots__ = ()
    operation_id = "deleteDomain"
    types = (DomainIdPath, Empty, Empty, Empty)


class UpdateDomain(ApiRequest[DomainIdPath, Empty, Empty, UpdateDomainBody]):
    """``PATCH /v1/domains/{domainId}``."""

    __slots__ = ()
    operation_id = "updateDomain"
    types = (DomainIdPath, Empty, Empty, UpdateDomainBody)


class VerifyDomain(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``POST /v1/domains/{domainId}/verify``."""

    __slots__ = ()
    operation_id = "verifyDomain"
    types = (DomainIdPath, Empty, Empty, Empty)


class GetCompliance(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}/compliance``."""

    __slots__ = ()
    operation_id = "getCompliance"
    types = (DomainIdPath, Empty, Empty, Empty)


class GetDomainSettings(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}/settings``."""

    __slots__ = ()
    operation_id = "getDomainSettings"
    types = (DomainIdPath, Empty, Empty, Empty)


class UpdateDomainSettings(ApiRequest[DomainIdPath, Empty, Empty, UpdateDomainSettingsBody]):
    """``PATCH /v1/domains/{domainId}/settings``."""

    __slots__ = ()
    operation_id = "updateDomainSettings"
    types = (DomainIdPath, Empty, Empty, UpdateDomainSettingsBody)


class ListDomainRules(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}/rules``."""

    __slots__ = ()
    operation_id = "listDomainRules"
    types = (DomainIdPath, Empty, Empty, Empty)


class OverrideDomainRule(ApiRequest[DomainIdRuleIdPath, Empty, Empty, OverrideDomainRuleBody]):
    """``PUT /v1/domains/{domainId}/rules/{ruleId}``."""

    __slots__ = ()
    operation_id = "overrideDomainRule"
    types = (DomainIdRuleIdPath, Empty, Empty, OverrideDomainRuleBody)


class RestoreDomainRule(ApiRequest[DomainIdRuleIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/domains/{domainId}/rules/{ruleId}``."""

    __slots__ = ()
    operation_id = "restoreDomainRule"
    types = (DomainIdRuleIdPath, Empty, Empty, Empty)


class ListDomainGroups(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/domain-groups``."""

    __slots__ = ()
    operation_id = "listDomainGroups"
    types = (Empty, Empty, Empty, Empty)


class CreateDomainGroup(ApiRequest[Empty, Empty, Empty, CreateDomainGroupBody]):
    """``POST /v1/domain-groups``."""

    __slots__ = ()
    operation_id = "createDomainGroup"
    types = (Empty, Empty, Empty, CreateDomainGroupBody)


class DeleteDomainGroup(ApiRequest[GroupIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/domain-groups/{groupId}``."""

    __slots__ = ()
    operation_id = "deleteDomainGroup"
    types = (GroupIdPath, Empty, Empty, Empty)


class RenameDomainGroup(ApiRequest[GroupIdPath, Empty, Empty, RenameDomainGroupBody]):
    """``PATCH /v1/domain-groups/{groupId}``."""

    __slots__ = ()
    operation_id = "renameDomainGroup"
    types = (GroupIdPath, Empty, Empty, RenameDomainGroupBody)
