"""The audit log: who did what, when, from where as a keyed hash, and with which outcome.

Shared by all features, it knows none of them.
"""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the views that read it, the counting of refused requests, and the pruning."""
    from consent_app.audit import retention
    from consent_app.audit.refusals import Refusals

    config.add_job_handler(retention.PRUNE, retention.prune)
    config.add_periodic_job(retention.PRUNE, every_seconds=retention.PRUNE_EVERY_SECONDS)
    config.registry.application.add(Refusals(config.registry.application))
    # Outside of the transaction: what is counted is not rolled back with the request.
    config.add_tween(
        "consent_app.audit.refusals.refusals_factory",
        under="consent_app.api.boundary.boundary_factory",
        over=("consent_app.api.direct.direct_factory", "pyramid_tm.tm_tween_factory"),
    )
    config.scan("consent_app.audit.views")
