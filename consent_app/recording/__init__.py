"""Recording visitors' decisions as receipts."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view, the visitors' rate limit, and the check for cross-origin reads."""
    from consent_app.recording.recorder import Recorder
    from consent_app.recording.views import visitor_origin_allowed

    app = config.registry.application
    app.add(Recorder.of(app))
    config.add_rate_limit("visitors", 600, per_seconds=60)
    config.add_visitor_origin_check(visitor_origin_allowed)
    config.register_views("consent_app.recording.views")
