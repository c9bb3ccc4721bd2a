"""The server's data for the panel's modules."""

from __future__ import annotations

from typing import Any

from consent_app.panel.pages import Page
from consent_app.panel.sites import PanelSite
from consent_app.settings import Settings
from consent_app.text import LOCALES

LOGO = "/pages/logo"


def page_data(settings: Settings, site: PanelSite, language: str, page: Page) -> dict[str, Any]:
    """Return the data for the modules: the site, the page, and settings that are not secret."""
    branding = settings.branding
    return {
        "kind": site.kind,
        "slug": site.slug,
        "base": site.base,
        "publicOrigin": settings.public_origin,
        "workspaceOrigin": settings.workspace_url("{slug}"),
        "service": settings.base_url,
        "guides": f"{settings.base_url}/docs/guides/" if settings.reference_pages else None,
        "product": branding.product_name,
        "logo": LOGO if branding.logo_file else None,
        "signup": settings.signup,
        "exportRows": settings.export_max_rows,
        "providers": [
            {"issuer": provider.issuer, "name": provider.name}
            for provider in settings.identity_providers
            if provider.name is not None
        ],
        "texts": page.screen,
        "reads": page.reads_at(site.path),
        "language": language,
        "languages": list(LOCALES),
        "mailbox": f"{settings.base_url}/mailbox/" if settings.development else None,
        "links": {
            "imprint": branding.imprint_url,
            "privacy": branding.privacy_url,
            "terms": branding.terms_url,
        },
    }
