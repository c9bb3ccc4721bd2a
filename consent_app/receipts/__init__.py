"""Recording a decision, and reading receipts."""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register this feature's views, and who may read a visitors' answer across origins."""
    from consent_app.receipts.visitor import Countries
    from consent_app.receipts.visitor_views import visitor_origin_allowed

    config.registry.countries = Countries(config.registry.runtime.settings.geoip_database)
    config.add_rate_limit("visitors", 600, per_seconds=60)
    config.add_visitor_origin_check(visitor_origin_allowed)
    config.scan("consent_app.receipts.views")
    config.scan("consent_app.receipts.visitor_views")
