"""Jurisdictions: where a visitor is, and which rule applies there."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Validate the rules, and open the database of places once for the whole process."""
    from consent_app.jurisdictions.geolocation import Geolocation
    from consent_app.jurisdictions.rules import rule_table

    rule_table()
    app = config.registry.application
    app.add(Geolocation(app.settings.geoip_database))
