"""Events: the bus, the base of all events, and the audit log. This room imports no feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Count refused requests, and delete audit events after their time."""
    from consent_app.events import retention
    from consent_app.events.refusals import Refusals

    config.add_job_handler(retention.PRUNE, retention.prune)
    config.add_periodic_job(retention.PRUNE, every_seconds=retention.PRUNE_EVERY_SECONDS)
    app = config.registry.application
    app.add(Refusals(app))
    # Outside of the transaction, so that a rollback of the request does not undo the count.
    config.add_tween(
        "consent_app.api.refused_requests.refusals_factory",
        under="consent_app.http.boundary.boundary_factory",
        over=("consent_app.api.direct_views.direct_factory", "pyramid_tm.tm_tween_factory"),
    )
