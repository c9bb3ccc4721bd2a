"""Banners as the interface shows them."""

from __future__ import annotations

from typing import Any

from consent_app.api.json import timestamp
from consent_app.banners.models import BannerVersion
from consent_app.banners.service import ShownBanner
from consent_app.domains.service import regime_of


def present_published(version: BannerVersion) -> dict[str, Any]:
    """Return the answer to a publication."""
    return {"version": version.version, "publishedAt": timestamp(version.published_at)}


def present_public(banner: ShownBanner) -> dict[str, Any]:
    """Return the PublicBanner that the script shows."""
    domain = banner.domain
    return {
        "domainId": str(domain.id),
        "hostname": domain.hostname,
        "version": banner.version.version,
        "publishedAt": timestamp(banner.version.published_at),
        "held": banner.held,
        "regime": regime_of(domain.region),
        "region": domain.region,
        "gpc": domain.gpc_refuses,
        "renewAfterMonths": domain.renew_after_months,
        "shareSubdomains": domain.share_subdomains,
        "digest": banner.wording.digest,
        **banner.wording.shown,
    }
