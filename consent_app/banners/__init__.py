"""Drafting and publishing banners, templates, and what visitors load of them."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, and keep published banners in memory."""
    from consent_app.banners.public import PublicBanners

    config.registry.public_banners = PublicBanners(config.registry.runtime)
    config.add_tween(
        "consent_app.banners.public_views.from_memory",
        under="consent_app.api.boundary.boundary_factory",
        over="pyramid_tm.tm_tween_factory",
    )
    config.scan("consent_app.banners.views")
    config.scan("consent_app.banners.public_views")
    config.scan("consent_app.banners.template_views")
