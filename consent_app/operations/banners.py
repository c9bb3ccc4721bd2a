"""The operations of banners.

Written by ``make operations`` from openapi.yaml; not edited by hand.
"""

from __future__ import annotations

from typing import Any
from uuid import UUID

from consent_app.api.typed_requests import ApiRequest, Empty, Values


class DomainIdPath(Values):
    """What is sent as ``DomainIdPath``."""

    __slots__ = ("domain_id",)
    names = ("domainId",)

    domain_id: UUID


class SaveBannerDraftHeader(Values):
    """What is sent as ``SaveBannerDraftHeader``."""

    __slots__ = ("if_match",)
    names = ("If-Match",)

    if_match: str | None


class SaveBannerDraftBody(Values):
    """What is sent as ``SaveBannerDraftBody``."""

    __slots__ = ("categories", "controller", "locales", "policy_url", "style")
    names = (
        "controller",
        "policyUrl",
        "categories",
        "style",
        "locales",
    )

    controller: str | None
    policy_url: str | None
    categories: list[dict[str, Any]]
    style: dict[str, Any] | None
    locales: list[dict[str, Any]]


class DiscardBannerDraftHeader(Values):
    """What is sent as ``DiscardBannerDraftHeader``."""

    __slots__ = ("if_match",)
    names = ("If-Match",)

    if_match: str | None


class PublishBannerHeader(Values):
    """What is sent as ``PublishBannerHeader``."""

    __slots__ = ("if_match",)
    names = ("If-Match",)

    if_match: str | None


class PublishBannerBody(Values):
    """What is sent as ``PublishBannerBody``."""

    __slots__ = ("material",)
    names = ("material",)
    defaults = {"material": False}

    material: bool


class PreviewBannerDraftQuery(Values):
    """What is sent as ``PreviewBannerDraftQuery``."""

    __slots__ = (
        "locale",
        "place",
    )
    names = (
        "locale",
        "place",
    )

    locale: str | None
    place: str | None


class PreviewBannerBody(Values):
    """What is sent as ``PreviewBannerBody``."""

    __slots__ = (
        "banner",
        "locale",
        "place",
    )
    names = (
        "banner",
        "locale",
        "place",
    )

    banner: dict[str, Any]
    locale: str | None
    place: str | None


class ListBannerVersionsQuery(Values):
    """What is sent as ``ListBannerVersionsQuery``."""

    __slots__ = ("cursor", "limit")
    names = (
        "limit",
        "cursor",
    )
    defaults = {"limit": 20}

    limit: int
    cursor: int | None


class DomainIdVersionPath(Values):
    """What is sent as ``DomainIdVersionPath``."""

    __slots__ = (
        "domain_id",
        "version",
    )
    names = (
        "domainId",
        "version",
    )

    domain_id: UUID
    version: int


class CreateBannerTemplateBody(Values):
    """What is sent as ``CreateBannerTemplateBody``."""

    __slots__ = ("banner", "name")
    names = (
        "name",
        "banner",
    )

    name: str
    banner: dict[str, Any]


class TemplateIdPath(Values):
    """What is sent as ``TemplateIdPath``."""

    __slots__ = ("template_id",)
    names = ("templateId",)

    template_id: UUID


class ReplaceBannerTemplateHeader(Values):
    """What is sent as ``ReplaceBannerTemplateHeader``."""

    __slots__ = ("if_match",)
    names = ("If-Match",)

    if_match: str | None


class ReplaceBannerTemplateBody(Values):
    """What is sent as ``ReplaceBannerTemplateBody``."""

    __slots__ = ("banner", "name")
    names = (
        "name",
        "banner",
    )

    name: str
    banner: dict[str, Any]


class ApplyBannerTemplateBody(Values):
    """What is sent as ``ApplyBannerTemplateBody``."""

    __slots__ = ("domain_ids", "material", "publish", "replace_drafts")
    names = (
        "domainIds",
        "publish",
        "material",
        "replaceDrafts",
    )
    defaults = {"publish": False, "material": False, "replace_drafts": False}

    domain_ids: list[UUID]
    publish: bool
    material: bool
    replace_drafts: bool


class GetBanner(ApiRequest[DomainIdPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}/banner``."""

    __slots__ = ()
    operation_id = "getBanner"
    types = (DomainIdPath, Empty, Empty, Empty)


class SaveBannerDraft(ApiRequest[DomainIdPath, Empty, SaveBannerDraftHeader, SaveBannerDraftBody]):
    """``PUT /v1/domains/{domainId}/banner``."""

    __slots__ = ()
    operation_id = "saveBannerDraft"
    types = (DomainIdPath, Empty, SaveBannerDraftHeader, SaveBannerDraftBody)


class DiscardBannerDraft(ApiRequest[DomainIdPath, Empty, DiscardBannerDraftHeader, Empty]):
    """``DELETE /v1/domains/{domainId}/banner``."""

    __slots__ = ()
    operation_id = "discardBannerDraft"
    types = (DomainIdPath, Empty, DiscardBannerDraftHeader, Empty)


class PublishBanner(ApiRequest[DomainIdPath, Empty, PublishBannerHeader, PublishBannerBody]):
    """``POST /v1/domains/{domainId}/banner/publish``."""

    __slots__ = ()
    operation_id = "publishBanner"
    types = (DomainIdPath, Empty, PublishBannerHeader, PublishBannerBody)


class PreviewBannerDraft(ApiRequest[DomainIdPath, PreviewBannerDraftQuery, Empty, Empty]):
    """``GET /v1/domains/{domainId}/banner/preview``."""

    __slots__ = ()
    operation_id = "previewBannerDraft"
    types = (DomainIdPath, PreviewBannerDraftQuery, Empty, Empty)


class PreviewBanner(ApiRequest[DomainIdPath, Empty, Empty, PreviewBannerBody]):
    """``POST /v1/domains/{domainId}/banner/preview``."""

    __slots__ = ()
    operation_id = "previewBanner"
    types = (DomainIdPath, Empty, Empty, PreviewBannerBody)


class ListBannerVersions(ApiRequest[DomainIdPath, ListBannerVersionsQuery, Empty, Empty]):
    """``GET /v1/domains/{domainId}/banner/versions``."""

    __slots__ = ()
    operation_id = "listBannerVersions"
    types = (DomainIdPath, ListBannerVersionsQuery, Empty, Empty)


class GetBannerVersion(ApiRequest[DomainIdVersionPath, Empty, Empty, Empty]):
    """``GET /v1/domains/{domainId}/banner/versions/{version}``."""

    __slots__ = ()
    operation_id = "getBannerVersion"
    types = (DomainIdVersionPath, Empty, Empty, Empty)


class ListBannerTemplates(ApiRequest[Empty, Empty, Empty, Empty]):
    """``GET /v1/banner-templates``."""

    __slots__ = ()
    operation_id = "listBannerTemplates"
    types = (Empty, Empty, Empty, Empty)


class CreateBannerTemplate(ApiRequest[Empty, Empty, Empty, CreateBannerTemplateBody]):
    """``POST /v1/banner-templates``."""

    __slots__ = ()
    operation_id = "createBannerTemplate"
    types = (Empty, Empty, Empty, CreateBannerTemplateBody)


class GetBannerTemplate(ApiRequest[TemplateIdPath, Empty, Empty, Empty]):
    """``GET /v1/banner-templates/{templateId}``."""

    __slots__ = ()
    operation_id = "getBannerTemplate"
    types = (TemplateIdPath, Empty, Empty, Empty)


class ReplaceBannerTemplate(
    ApiRequest[TemplateIdPath, Empty, ReplaceBannerTemplateHeader, ReplaceBannerTemplateBody]
):
    """``PUT /v1/banner-templates/{templateId}``."""

    __slots__ = ()
    operation_id = "replaceBannerTemplate"
    types = (TemplateIdPath, Empty, ReplaceBannerTemplateHeader, ReplaceBannerTemplateBody)


class DeleteBannerTemplate(ApiRequest[TemplateIdPath, Empty, Empty, Empty]):
    """``DELETE /v1/banner-templates/{templateId}``."""

    __slots__ = ()
    operation_id = "deleteBannerTemplate"
    types = (TemplateIdPath, Empty, Empty, Empty)


class ApplyBannerTemplate(ApiRequest[TemplateIdPath, Empty, Empty, ApplyBannerTemplateBody]):
    """``POST /v1/banner-templates/{templateId}/apply``."""

    __slots__ = ()
    operation_id = "applyBannerTemplate"
    types = (TemplateIdPath, Empty, Empty, ApplyBannerTemplateBody)
