"""The audit log: who did what, when, from where as a keyed hash, and with which outcome.

Shared by all features, it knows none of them.
"""

from pyramid.config import Configurator


def includeme(config: Configurator) -> None:
    """Register the view that reads it, and the job that deletes what is past its time."""
    from consent_app.audit import retention

    config.add_job_handler(retention.PRUNE, retention.prune)
    config.add_periodic_job(retention.PRUNE, every_seconds=retention.PRUNE_EVERY_SECONDS)
    config.scan("consent_app.audit.views")
