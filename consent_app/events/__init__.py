"""Events: the bus, the base of all events, and the audit log. This room imports no feature."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Keep the counts of refused requests, and delete audit events after their time."""
    from consent_app.events import retention
    from consent_app.events.refusals import Refusals

    config.add_job_handler(retention.PRUNE, retention.prune)
    config.add_periodic_job(retention.PRUNE, every_seconds=retention.PRUNE_EVERY_SECONDS)
    app = config.registry.application
    app.add(Refusals(app))
