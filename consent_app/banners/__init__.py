"""Drafting and publishing banners, templates, and the banners that visitors load."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, and keep published banners in memory."""
    from consent_app.banners.public_banners import PublicBanners

    app = config.registry.application
    app.add(PublicBanners(app))
    config.add_tween(
        "consent_app.banners.views.cached_banner_factory",
        under="consent_app.http.boundary.boundary_factory",
        over="pyramid_tm.tm_tween_factory",
    )
    config.register_views("consent_app.banners.views")
